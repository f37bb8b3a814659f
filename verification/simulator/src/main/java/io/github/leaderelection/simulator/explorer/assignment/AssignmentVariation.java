package io.github.leaderelection.simulator.explorer.assignment;

/**
 * What may be otherwise than in the plain search.
 */
public enum AssignmentVariation {

	/** Pings are requests, which the leader holds while nothing changes. */
	HELD,

	/** The second leader learns its list late, if ever. */
	LATE_LIST,

	/** The second leader divides the assignment into one partition more. */
	OTHER_DIVISION,

	/** A message that must have no effect any more stays under way. */
	ALL_MESSAGES

}
