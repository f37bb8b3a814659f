package io.github.leaderelection.internal.bully;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the bully election on one node. Immutable.
 *
 * @param untilNanos the end of the phase, by the monotonic clock; meaningless while idle
 * @param coordinator the member that announced itself last, or null
 */
public record BullyState(QuorumState election, Phase phase, long untilNanos,
		@Nullable NodeId coordinator) implements LayeredState<BullyState> {

	public enum Phase {

		/** This node takes part in no election. */
		IDLE,

		/** It asked the members with higher ids and waits for their answers. */
		ELECTING,

		/** A member with a higher id answered; this node waits for an announcement. */
		AWAITING,

		/** Another member announced itself and has time to lead. */
		ANNOUNCED,

		/** This node announced itself and stands. */
		COORDINATING

	}

	@Override
	public BullyState withElection(QuorumState next) {
		return new BullyState(next, this.phase, this.untilNanos, this.coordinator);
	}

	BullyState in(Phase next, long until) {
		return new BullyState(this.election, next, until, this.coordinator);
	}

	BullyState announcedBy(NodeId member, long until) {
		return new BullyState(this.election, Phase.ANNOUNCED, until, member);
	}

}
