package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.StatePart;
import org.jspecify.annotations.Nullable;

/**
 * The role with all that it alone has. A follower may have an open scouting round, a
 * candidate has an open proposal, a leader knows no other leader. Only
 * {@code RoleChanges} makes one of another.
 */
public sealed interface RoleState extends StatePart permits FollowerState, CandidateState, LeaderState {

	/** The leader another node is, or null. */
	default @Nullable KnownLeader known() {
		return null;
	}

	/** The open scouting round, or null. */
	default @Nullable ScoutingRound scouting() {
		return null;
	}

	/** The open proposal of a candidate, or null. */
	default @Nullable Proposal proposal() {
		return null;
	}

	/** The same role with another known leader. */
	RoleState withKnown(@Nullable KnownLeader leader);

}
