package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;

/**
 * Judging proposals: one vote a term, saved before the answer leaves, and none under a
 * live promise to another.
 */
final class Voting {

	private Voting() {
	}

	static void proposed(Turn turn, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		judge(turn, envelope, proposal, turn.nanos() + turn.timing().maxCandidacy());
	}

	/**
	 * Judges a proposal.
	 * @param holdUntil how long it is held at most
	 */
	private static void judge(Turn turn, Envelope<QuorumMessage> envelope, ElectionProposal proposal, long holdUntil) {
		if (turn.peer(turn.config.indexOf(envelope.from())).hasCeded(envelope.incarnation(), proposal.term())) {
			return;
		}
		if (proposal.ceded() != null) {
			HandOver.hear(turn, proposal.ceded());
		}
		if (turn.reign != null) {
			challenged(turn, turn.reign, envelope, proposal, holdUntil);
			return;
		}
		Refusal refusal = refusal(turn, envelope, proposal);
		if (refusal != Refusal.NONE) {
			refuse(turn, envelope, proposal, refusal);
			return;
		}
		if (proposal.term() == turn.ballot.term() && turn.ballot.vote() != null) {
			answerTheSame(turn, envelope, proposal);
			return;
		}
		long wait = turn.supportWait(envelope);
		if (wait > turn.timing().maxCandidacy()) {
			if (proposal.term() > turn.ballot.term()) {
				adopt(turn, proposal.term());
			}
			refuse(turn, envelope, proposal, Refusal.PROMISED);
		}
		else if (wait > 0) {
			hold(turn, envelope, wait, holdUntil);
		}
		else {
			vote(turn, envelope, proposal);
		}
	}

	/**
	 * A leader with a live lease supports nobody. It stays, and raises its term above
	 * that of the challenger; without a quorum its end is near and the proposal may wait
	 * for it.
	 */
	private static void challenged(Turn turn, Reign reign, Envelope<QuorumMessage> envelope, ElectionProposal proposal,
			long holdUntil) {
		long left = reign.lease().remainingNanos(turn.nanos());
		if (!Leading.hearsQuorum(turn, reign) && left <= turn.timing().maxCandidacy()) {
			hold(turn, envelope, left, holdUntil);
			return;
		}
		if (proposal.term() > turn.ballot.term()) {
			Raising.above(turn, proposal.term());
		}
		refuse(turn, envelope, proposal, Refusal.BACKED_LEADER);
	}

	private static Refusal refusal(Turn turn, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		if (!turn.canSave()) {
			return Refusal.STATE_UNUSABLE;
		}
		if (!turn.mayVote()) {
			return Refusal.NOT_A_VOTER;
		}
		Ballot ballot = turn.ballot;
		if (proposal.term() <= turn.voteFloor()) {
			return Refusal.BELOW_FLOOR;
		}
		if (proposal.term() < ballot.term()) {
			return Refusal.HIGHER_TERM;
		}
		boolean spent = proposal.term() == ballot.term() && ballot.vote() != null;
		return (spent && !candidate(envelope).equals(ballot.vote())) ? Refusal.VOTED : Refusal.NONE;
	}

	private static Ballot.Vote candidate(Envelope<QuorumMessage> envelope) {
		return new Ballot.Vote(envelope.from(), envelope.incarnation());
	}

	/**
	 * The term a refusal names: the floor where that is what stands in the way.
	 */
	static long namedTerm(Turn turn, Refusal refusal) {
		return (refusal == Refusal.BELOW_FLOOR) ? turn.voteFloor() : turn.ballot.term();
	}

	private static void refuse(Turn turn, Envelope<QuorumMessage> envelope, ElectionProposal proposal,
			Refusal refusal) {
		turn.reply(envelope, answer(turn, namedTerm(turn, refusal), proposal, refusal));
	}

	private static ElectionResponse answer(Turn turn, long term, ElectionProposal proposal, Refusal refusal) {
		return new ElectionResponse(term, proposal.term(), refusal == Refusal.NONE, refusal,
				turn.timing().leaseNanos());
	}

	/**
	 * Asked again by the candidate that has the vote: the same answer, but no new promise
	 * while one to another lives.
	 */
	private static void answerTheSame(Turn turn, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		if (!turn.promisedToAnother(envelope)) {
			Promises.promise(turn, envelope, proposal.term(), proposal.spanNanos());
		}
		turn.reply(envelope, answer(turn, proposal.term(), proposal, Refusal.NONE));
	}

	private static void vote(Turn turn, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		Standing.giveUp(turn);
		Scouting.abandon(turn);
		turn.ballot = turn.ballot.withVote(proposal.term(), candidate(envelope));
		Promises.promise(turn, envelope, proposal.term(), proposal.spanNanos());
		turn.reply(envelope, answer(turn, proposal.term(), proposal, Refusal.NONE));
		Following.suspectLater(turn);
	}

	/**
	 * Holds a proposal until this node is free, then judges it as if it had just arrived.
	 */
	private static void hold(Turn turn, Envelope<QuorumMessage> envelope, long wait, long until) {
		List<HeldProposal> held = new ArrayList<>(turn.held);
		held.removeIf((other) -> other.envelope().from().equals(envelope.from()));
		held.add(new HeldProposal(envelope, until));
		turn.held = List.copyOf(held);
		long free = turn.nanos() + wait;
		long planned = turn.deadline(QuorumTimer.HELD);
		if (planned == Turn.NONE || free - planned < 0) {
			turn.setDeadline(QuorumTimer.HELD, free);
		}
	}

	static void judgeHeld(Turn turn) {
		List<HeldProposal> held = turn.held;
		turn.held = List.of();
		turn.clearDeadline(QuorumTimer.HELD);
		for (HeldProposal each : held) {
			if (!turn.now.reached(each.untilNanos()) && each.envelope().body() instanceof ElectionProposal proposal) {
				judge(turn, each.envelope(), proposal, each.untilNanos());
			}
		}
	}

	/**
	 * Adopts a higher term met in a refusal or a proposal; a candidate becomes follower.
	 * A promise outlives it.
	 */
	static void adopt(Turn turn, long term) {
		Standing.giveUp(turn);
		turn.ballot = turn.ballot.withTerm(term);
		Scouting.beginAnew(turn);
	}

}
