package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.part.KnownLeader;
import io.github.leaderelection.internal.quorum.part.ScoutingRound;
import io.github.leaderelection.internal.quorum.part.StatePart;
import org.jspecify.annotations.Nullable;

/**
 * The role with all that it alone has. A follower scouts, a candidate has proposed, a
 * leader knows no other. Only {@code RoleChanges} makes one of another.
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
