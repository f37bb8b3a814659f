package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import org.jspecify.annotations.Nullable;

/**
 * The state of a follower.
 *
 * @param known the leader another node is, or null
 * @param scouting the open scouting round, or null
 */
public record FollowerState(@Nullable KnownLeader known, @Nullable ScoutingRound scouting) implements RoleState {

	@Override
	public FollowerState withKnown(@Nullable KnownLeader leader) {
		return new FollowerState(leader, this.scouting);
	}

	public FollowerState withScouting(@Nullable ScoutingRound round) {
		return new FollowerState(this.known, round);
	}

}
