package io.github.leaderelection.system.chaos;

/**
 * What can be done to nodes and links.
 */
public enum FaultKind {

	/** The process is killed, and started again when the fault ends. */
	KILL,

	/** The process is asked to end, and started again when the fault ends. */
	TERMINATE,

	/** The process is stopped where it stands. */
	PAUSE,

	/** The process can write no file. */
	FULL_DISK,

	/** Each forcing of the state to the disk takes long. */
	SLOW_DISK,

	/** What one side sends the other gets lost. */
	CUT_ONE_WAY,

	/** What either side sends the other gets lost. */
	CUT,

	/** What either side sends the other waits, and arrives when the fault ends. */
	STALL,

	/** What either side sends the other arrives later. */
	DELAY,

	/** A part of the packets gets lost, and is sent again by the operating system. */
	LOSS,

	/** The connections are reset, once. */
	RESET;

	boolean ofNodes() {
		return ordinal() <= SLOW_DISK.ordinal();
	}

}
