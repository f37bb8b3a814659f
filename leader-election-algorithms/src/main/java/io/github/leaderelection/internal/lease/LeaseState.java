package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of an election by a lease on one node. Immutable: no array in it is
 * written after it was made.
 *
 * @param config the settings, fixed from start to stop
 * @param deadlines the deadline of each timer, {@link #NEVER} if it is not set
 * @param eligible whether the application lets the node lead
 * @param stopping whether the node was asked to stop
 */
public record LeaseState(LeaseConfig config, Sight sight, Asking asking, Own own, long[] deadlines, boolean eligible,
		boolean stopping, boolean stopped) {

	/** Stands for no time: never a real reading of the monotonic clock. */
	static final long NEVER = Long.MIN_VALUE;

	/**
	 * The record as the store showed it.
	 *
	 * @param seen the newest observation, null before the first answer
	 * @param told the newest renewal that a hint showed, null for none
	 * @param highestToken the highest token that this process has seen
	 * @param longestNanos the longest lease duration that it has seen, at least its own
	 * @param leader the leader that this node follows, null for none
	 */
	record Sight(@Nullable Observation seen, @Nullable Observation told, long highestToken, long longestNanos,
			@Nullable NodeId leader, long leaderToken) {
	}

	/**
	 * The leadership of this node.
	 *
	 * @param held the leadership, null for none
	 * @param openAttempt the take whose outcome is not known, 0 for none
	 * @param openLease the lease of that take, if it was done; null for none
	 * @param coolDownEndNanos until when this node leaves a released record to others
	 * @param parting the release that is still due, null for none
	 */
	record Own(@Nullable Held held, long openAttempt, @Nullable Lease openLease, long coolDownEndNanos,
			HeldLeadership.@Nullable Parting parting) {

		static final Own NOTHING = new Own(null, 0, null, NEVER, null);

	}

	/**
	 * The requests to the store.
	 *
	 * @param open the request that is not answered, null for none
	 * @param failures requests in a row without a certain answer
	 * @param problem why the newest had no certain answer, null if it had one
	 * @param total requests since the start
	 * @param again whether a hint came during the open read, which may not show the
	 * hinted change yet
	 * @param failedWrites the newest writes in a row without a certain answer, null for
	 * none
	 */
	record Asking(@Nullable PendingRequest open, long lastNumber, int failures, @Nullable String problem, long total,
			boolean again, @Nullable FailedWrites failedWrites) {

		static final Asking NOTHING = new Asking(null, 0, 0, null, 0, false, null);

	}

}
