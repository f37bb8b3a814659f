package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of an election by a lease on one node. Immutable: no array in it is
 * written after it was made.
 *
 * @param config what stays the same from start to stop
 * @param deadlines per timer when it fires, {@link #NEVER} for never
 * @param eligible whether the application lets the node lead
 * @param stopping whether the node was asked to stop
 */
public record LeaseState(LeaseConfig config, Sight sight, Asking asking, Own own, long[] deadlines, boolean eligible,
		boolean stopping, boolean stopped) {

	/** No time: never a real reading of the monotonic clock. */
	static final long NEVER = Long.MIN_VALUE;

	/**
	 * What the store showed.
	 *
	 * @param seen the newest, null before the first answer
	 * @param told the newest renewal that a hint told of, null for none
	 * @param highestToken the highest token that this process has seen
	 * @param longestNanos the longest duration that it has seen, or has itself
	 * @param leader who was told to lead, null for nobody
	 */
	record Sight(@Nullable Observation seen, @Nullable Observation told, long highestToken, long longestNanos,
			@Nullable NodeId leader, long leaderToken) {
	}

	/**
	 * The leadership of this node.
	 *
	 * @param held what it holds, null while it does not lead
	 * @param openAttempt the take whose outcome is not known, 0 for none
	 * @param openLease until when nobody else has taken the record since, if it was done
	 * @param coolDownEndNanos until when this node leaves to others what it released
	 * @param parting what it has yet to release, null for nothing
	 */
	record Own(@Nullable Held held, long openAttempt, @Nullable Lease openLease, long coolDownEndNanos,
			HeldLeadership.@Nullable Parting parting) {

		static final Own NOTHING = new Own(null, 0, null, NEVER, null);

	}

	/**
	 * What the store was asked.
	 *
	 * @param open the request that is not answered, null for none
	 * @param failures how many in a row had no certain answer
	 * @param problem why the newest had none, null where it had one
	 * @param total how many were asked since the start
	 * @param again whether a hint came while the open read was under way, which may not
	 * show yet what the hint is about
	 * @param failedWrites the newest writes, if none had a certain answer
	 */
	record Asking(@Nullable PendingRequest open, long lastNumber, int failures, @Nullable String problem, long total,
			boolean again, @Nullable FailedWrites failedWrites) {

		static final Asking NOTHING = new Asking(null, 0, 0, null, 0, false, null);

	}

}
