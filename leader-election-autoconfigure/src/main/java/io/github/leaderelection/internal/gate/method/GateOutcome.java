package io.github.leaderelection.internal.gate.method;

/**
 * What became of a call of a leader-only method. The names are tags of meters and stay as
 * they are.
 */
public enum GateOutcome {

	/** It ran. */
	ADMITTED,

	/** It did not run and answered null or empty. */
	SKIPPED,

	/** It did not run and threw. */
	REFUSED,

	/** It did not run, and its fallback did. */
	FELL_BACK

}
