package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.ballot.BallotState.Attempt;
import io.github.leaderelection.internal.ballot.BallotState.Slip;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The state machine that decides whether this node should lead. It is independent of the
 * elector. The source has a second state, LEADER. Here that is a leadership of the
 * underlying election, which sends LEAD and ends on a newer one.
 */
final class Candidate {

	private Candidate() {
	}

	/**
	 * Counts a vote for this node; only the latest one of each voter counts. A majority
	 * must have given the same vote.
	 */
	static void voted(NominationTurn<BallotState, BallotMessage> turn, NodeId voter, long term, long number) {
		Slip slip = new Slip(voter, term, number);
		turn.state(turn.state().counting(slip));
		QuorumState election = turn.election();
		boolean elected = turn.state().votesLike(slip) >= election.settings().quorum();
		if (elected && election.couldStand() && election.isLeaderless(turn.nanos())) {
			turn.state(turn.state().attempting(Attempt.ELECTED));
			turn.letStand();
		}
	}

	/**
	 * This node votes for itself. It is an attempt only if enough members were heard. A
	 * node that was elected and is the best again has stood in vain meanwhile, and first
	 * reports the failure. Other members may call elections more often than the
	 * underlying election asks, and its counted votes may be old.
	 * @return whether the next election may be near, as votes or the next claim decide
	 */
	static boolean votedForSelf(NominationTurn<BallotState, BallotMessage> turn, Claim claim) {
		BallotState state = turn.state();
		boolean leaderless = turn.election().isLeaderless(turn.nanos());
		if (state.attempt() == Attempt.ELECTED && leaderless) {
			return failed(turn);
		}
		if (state.attempt() == Attempt.NONE && state.heardEnough() && leaderless) {
			turn.state(state.attempting(Attempt.VOTED));
		}
		voted(turn, turn.self(), claim.term(), claim.number());
		return turn.state().attempt() == Attempt.VOTED;
	}

	/**
	 * The attempt of this node failed: the votes did not arrive, or the underlying
	 * election asks again despite them.
	 */
	static boolean failed(NominationTurn<BallotState, BallotMessage> turn) {
		boolean failed = turn.state().attempt() != Attempt.NONE;
		if (failed) {
			turn.state(turn.state().failing());
		}
		return failed;
	}

}
