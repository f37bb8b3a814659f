package io.github.leaderelection.internal.bully;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the bully election on one node. Immutable.
 *
 * @param election the state of the election below
 * @param phase what this node does
 * @param untilNanos until when, by the monotonic clock; means nothing while idle
 * @param coordinator who announced itself last, or null
 */
public record BullyState(QuorumState election, Phase phase, long untilNanos,
		@Nullable NodeId coordinator) implements Nominating<BullyState> {

	/**
	 * What a node does.
	 */
	public enum Phase {

		/** It takes part in no election. */
		IDLE,

		/** It has asked the members with higher ids and waits for their answers. */
		ELECTING,

		/** One with a higher id goes on; it waits for the announcement. */
		AWAITING,

		/** Another has announced itself and is given time to lead. */
		ANNOUNCED,

		/** It has announced itself and stands. */
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
