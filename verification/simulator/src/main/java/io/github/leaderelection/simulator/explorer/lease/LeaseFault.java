package io.github.leaderelection.simulator.explorer.lease;

/**
 * What may happen to instances, or what they may do, any number of times.
 */
public enum LeaseFault {

	/** An instance crashes, and starts again at some time. */
	CRASHES,

	/** The leader resigns; work goes on for a while. */
	RESIGNS,

	/** An instance may lead no more, or again. */
	PAUSES,

	/** An instance is asked to stop. */
	STOPS,

	/** Somebody deletes the record. */
	DELETIONS,

	/** The store tells a waiting instance what the record is. */
	HINTS

}
