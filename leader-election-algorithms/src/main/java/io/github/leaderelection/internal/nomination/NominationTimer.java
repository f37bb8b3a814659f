package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of a layered election: first those of the underlying election with the same
 * names, then those of the nomination.
 */
public enum NominationTimer implements Timer {

	/** The next heartbeat of a leader. */
	HEARTBEAT(QuorumTimer.HEARTBEAT),

	/** The end of a leader's lease. */
	LEASE(QuorumTimer.LEASE),

	/** The underlying election wants this node to stand. */
	ATTEMPT(QuorumTimer.ATTEMPT),

	/** The underlying election repeats its questions. */
	RETRY(QuorumTimer.RETRY),

	/** The time to propose. */
	PROPOSE(QuorumTimer.PROPOSE),

	/** The end of a scouting round or a proposal. */
	ROUND_END(QuorumTimer.ROUND_END),

	/** A held proposal can be judged. */
	HELD(QuorumTimer.HELD),

	/** The end of the start wait. */
	STARTUP(QuorumTimer.STARTUP),

	/** A leader that was not heard for a lease is no longer shown. */
	LEADER_LOST(QuorumTimer.LEADER_LOST),

	/** The end of the drain time. */
	DRAIN(QuorumTimer.DRAIN),

	/** Saving is retried. */
	SAVE_RETRY(QuorumTimer.SAVE_RETRY),

	/** A request of the nomination goes to the underlying election now. */
	HAND_DOWN(null),

	/** The nomination checks again whether there is a leader. */
	SEARCH(null),

	/** The end of the nomination's wait for other members. */
	ANSWERS(null),

	/** The nomination's messages at regular intervals. */
	BEAT(null);

	private static final NominationTimer[] ALL = values();

	private final @Nullable QuorumTimer below;

	NominationTimer(@Nullable QuorumTimer below) {
		this.below = below;
	}

	/**
	 * The corresponding timer of the underlying election, or null.
	 */
	public @Nullable QuorumTimer below() {
		return this.below;
	}

	static NominationTimer of(Timer below) {
		return ALL[below.ordinal()];
	}

}
