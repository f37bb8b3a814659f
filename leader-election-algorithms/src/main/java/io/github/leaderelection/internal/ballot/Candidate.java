package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.ballot.BallotState.Attempt;
import io.github.leaderelection.internal.ballot.BallotState.Slip;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The machine that finds out whether this node is to lead. It goes on independently of
 * the elector. Its second state, LEADER, is the reign of the election below: that one
 * sends LEAD and stands down on one that is not obsolete.
 */
final class Candidate {

	private Candidate() {
	}

	/**
	 * A vote for this node: the latest of its voter counts. More than half of the members
	 * have to have given the same one.
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
	 * This node votes for itself: an attempt only if it heard of enough members. One that
	 * was elected and is the best again has stood in vain in between, and says so first:
	 * others may call elections more often than the election below asks again, and the
	 * votes it counted may be old.
	 * @return whether the next election need not be far: votes, or the next claim, decide
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
	 * An election of this node came to nothing: the votes did not come, or they did and
	 * the election below asks again.
	 * @return whether there was one
	 */
	static boolean failed(NominationTurn<BallotState, BallotMessage> turn) {
		boolean failed = turn.state().attempt() != Attempt.NONE;
		if (failed) {
			turn.state(turn.state().failing());
		}
		return failed;
	}

}
