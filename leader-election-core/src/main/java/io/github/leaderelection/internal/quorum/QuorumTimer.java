package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Timer;

/**
 * What a node waits for.
 */
public enum QuorumTimer implements Timer {

	/** The next heartbeat of a leader. */
	HEARTBEAT,

	/** The end of a leader's lease. */
	LEASE,

	/** The next scouting round. */
	ATTEMPT,

	/** Questions that were not answered are asked again. */
	RETRY,

	/** The moment to propose after a won scouting round. */
	PROPOSE,

	/** The end of a scouting round or a candidacy. */
	ROUND_END,

	/** A held proposal can be judged. */
	HELD,

	/** The end of the start wait, and the next question about spent terms. */
	STARTUP,

	/** A leader not heard of for a lease is no longer shown. */
	LEADER_LOST,

	/** The end of the drain time. */
	DRAIN,

	/** Saving is tried again. */
	SAVE_RETRY

}
