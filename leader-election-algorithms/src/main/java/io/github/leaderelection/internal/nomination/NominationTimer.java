package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of an election in two layers: first those of the election below, under the
 * same names, then those of the nomination.
 */
public enum NominationTimer implements Timer {

	/** The next heartbeat of a leader. */
	HEARTBEAT(QuorumTimer.HEARTBEAT),

	/** The end of a leader's lease. */
	LEASE(QuorumTimer.LEASE),

	/** The election below would have this node stand. */
	ATTEMPT(QuorumTimer.ATTEMPT),

	/** Questions of the election below are asked again. */
	RETRY(QuorumTimer.RETRY),

	/** The moment to propose. */
	PROPOSE(QuorumTimer.PROPOSE),

	/** The end of a scouting round or a candidacy. */
	ROUND_END(QuorumTimer.ROUND_END),

	/** A held proposal can be judged. */
	HELD(QuorumTimer.HELD),

	/** The end of the start wait. */
	STARTUP(QuorumTimer.STARTUP),

	/** A leader not heard of for a lease is no longer shown. */
	LEADER_LOST(QuorumTimer.LEADER_LOST),

	/** The end of the drain time. */
	DRAIN(QuorumTimer.DRAIN),

	/** Saving is tried again. */
	SAVE_RETRY(QuorumTimer.SAVE_RETRY),

	/** What the nomination asked of the election below is handed down now. */
	HAND_DOWN(null),

	/** The nomination looks again whether somebody leads. */
	SEARCH(null),

	/** The end of what the nomination waits for from others. */
	ANSWERS(null),

	/** What the nomination says at regular intervals. */
	BEAT(null);

	private static final NominationTimer[] ALL = values();

	private final @Nullable QuorumTimer below;

	NominationTimer(@Nullable QuorumTimer below) {
		this.below = below;
	}

	/**
	 * The timer of the election below that this one stands for.
	 * @return the timer, null for those of the nomination
	 */
	public @Nullable QuorumTimer below() {
		return this.below;
	}

	static NominationTimer of(Timer below) {
		return ALL[below.ordinal()];
	}

}
