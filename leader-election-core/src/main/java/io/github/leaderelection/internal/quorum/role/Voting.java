package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.internal.quorum.Commitments.HeldProposal;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.Cessions;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.internal.quorum.step.Voter;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;

/**
 * Judges proposals: one vote a term, saved before the answer leaves, and none under a
 * live promise to another.
 */
public final class Voting {

	private Voting() {
	}

	public static void proposed(StepContext step, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		judge(step, envelope, proposal, step.nanos() + step.timing().maxCandidacy());
	}

	/**
	 * Judges a proposal.
	 * @param holdUntil how long it is held at most
	 */
	private static void judge(StepContext step, Envelope<QuorumMessage> envelope, ElectionProposal proposal,
			long holdUntil) {
		if (step.peer(step.sender(envelope)).isVoid(envelope.incarnation(), proposal.term())) {
			return;
		}
		if (proposal.ceded() != null) {
			Cessions.hear(step, proposal.ceded());
		}
		if (step.leader() != null) {
			challenged(step, step.leader(), envelope, proposal, holdUntil);
			return;
		}
		Refusal refusal = refusal(step, envelope, proposal);
		if (refusal != Refusal.NONE) {
			refuse(step, envelope, proposal, refusal);
			return;
		}
		if (proposal.term() == step.ballot().term() && step.ballot().vote() != null) {
			answerTheSame(step, envelope, proposal);
			return;
		}
		long wait = step.state().supportWait(envelope.from(), envelope.incarnation(), step.now());
		if (wait > step.timing().maxCandidacy()) {
			if (proposal.term() > step.ballot().term()) {
				RoleChanges.followTerm(step, proposal.term());
			}
			refuse(step, envelope, proposal, Refusal.PROMISED);
		}
		else if (wait > 0) {
			Voter.hold(step, new HeldProposal(envelope, holdUntil), wait);
		}
		else {
			vote(step, envelope, proposal);
		}
	}

	/**
	 * A leader with a live lease supports nobody, and raises its term above that of the
	 * challenger. Without a quorum its end is near, so the proposal may wait for it.
	 */
	private static void challenged(StepContext step, LeaderState leader, Envelope<QuorumMessage> envelope,
			ElectionProposal proposal, long holdUntil) {
		long left = leader.lease().remainingNanos(step.nanos());
		if (!step.state().hearsQuorum(step.nanos()) && left <= step.timing().maxCandidacy()) {
			Voter.hold(step, new HeldProposal(envelope, holdUntil), left);
			return;
		}
		if (proposal.term() > step.ballot().term()) {
			Raising.above(step, proposal.term());
		}
		refuse(step, envelope, proposal, Refusal.BACKED_LEADER);
	}

	private static Refusal refusal(StepContext step, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		if (!step.state().commitments().canSave()) {
			return Refusal.STATE_UNUSABLE;
		}
		if (!step.state().mayVote()) {
			return Refusal.NOT_A_VOTER;
		}
		Ballot ballot = step.ballot();
		if (proposal.term() <= step.state().voteFloor()) {
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

	private static void refuse(StepContext step, Envelope<QuorumMessage> envelope, ElectionProposal proposal,
			Refusal refusal) {
		step.reply(envelope, answer(step, step.state().namedTerm(refusal), proposal, refusal));
	}

	private static ElectionResponse answer(StepContext step, long term, ElectionProposal proposal, Refusal refusal) {
		return new ElectionResponse(term, proposal.term(), refusal == Refusal.NONE, refusal,
				step.timing().leaseNanos());
	}

	/**
	 * Gives the candidate that has the vote the same answer again, but no new promise
	 * while one to another lives.
	 */
	private static void answerTheSame(StepContext step, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		if (!step.state().isPromisedToAnother(envelope, step.nanos())) {
			Voter.promise(step, envelope, proposal.term(), proposal.spanNanos());
		}
		step.reply(envelope, answer(step, proposal.term(), proposal, Refusal.NONE));
	}

	private static void vote(StepContext step, Envelope<QuorumMessage> envelope, ElectionProposal proposal) {
		RoleChanges.giveUp(step);
		RoleChanges.abandonScouting(step);
		Voter.vote(step, proposal.term(), candidate(envelope));
		Voter.promise(step, envelope, proposal.term(), proposal.spanNanos());
		step.reply(envelope, answer(step, proposal.term(), proposal, Refusal.NONE));
		Attempts.suspectLater(step);
	}

	public static void judgeHeld(StepContext step) {
		for (HeldProposal each : Voter.releaseHeld(step)) {
			if (!step.now().reached(each.untilNanos()) && each.envelope().body() instanceof ElectionProposal proposal) {
				judge(step, each.envelope(), proposal, each.untilNanos());
			}
		}
	}

}
