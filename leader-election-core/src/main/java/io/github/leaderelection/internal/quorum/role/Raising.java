package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.Proposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.internal.quorum.step.Voter;
import io.github.leaderelection.spi.Ballot;

/**
 * Raises a leader's term in place. A leader with a live lease that meets a higher term
 * asks for votes above it and goes on leading. The grant and its token stay. Heartbeats
 * carry the last term it WON, never one merely proposed.
 */
final class Raising {

	private Raising() {
	}

	/**
	 * Proposes a term above the one met, if a quorum is heard. The attempt ends with the
	 * lease and never becomes a candidacy.
	 */
	static void above(StepContext step, long term) {
		LeaderState leader = step.leader();
		if (leader == null || !step.state().mayVote() || !step.state().hearsQuorum(step.nanos())) {
			return;
		}
		long raised = step.state().nextTerm(term, step.now());
		if (raised <= Ballot.MAX_TERM) {
			Voter.voteForSelf(step, raised);
			step.change(leader.withRaise(Proposal.of(raised, null, step.config())));
		}
	}

	static void voteSaved(StepContext step) {
		LeaderState leader = step.leader();
		if (leader == null || leader.raise() == null || leader.raise().sent()) {
			return;
		}
		long end = step.nanos() + step.timing().maxCandidacy();
		Proposal raise = leader.raise().withOwnVote().sentAt(step.nanos(), step.now().wallMillis(), end);
		step.change(leader.proposed(raise));
		step.broadcast(raise.message(step.config()));
		winIfEnough(step);
	}

	/**
	 * Repeats the proposal with each heartbeat. Once its votes no longer count, a new
	 * attempt begins in a term of its own: a voter may have lost its state.
	 */
	static void proposeAgain(StepContext step) {
		LeaderState leader = step.leader();
		if (leader == null || leader.raise() == null || !leader.raise().sent()
				|| step.state().commitments().saveInFlight()) {
			return;
		}
		Proposal raise = leader.raise();
		if (step.now().reached(raise.endNanos())) {
			above(step, raise.term());
			return;
		}
		for (int i = 0; i < raise.answers().length; i++) {
			if (raise.answers()[i] != Proposal.Vote.GRANTED) {
				step.send(step.config().others().get(i), raise.message(step.config()));
			}
		}
	}

	/**
	 * A vote for a leader, for the term it raises to or, late, for the term it won.
	 * Either is a promise that counts from the first sending.
	 */
	static void voted(StepContext step, int member, ElectionResponse vote) {
		LeaderState leader = step.leader();
		if (leader == null) {
			return;
		}
		long term = vote.proposedTerm();
		Proposal raise = leader.raise();
		if (raise != null && raise.sent() && term == raise.term()) {
			if (!step.now().reached(raise.endNanos())) {
				step.change(leader.withRaise(raise.granted(member, vote.leaseNanos(), step.nanos())));
				winIfEnough(step);
			}
		}
		else if (term == leader.token()) {
			Leader.votedLate(step, leader, member, vote.leaseNanos());
		}
	}

	/**
	 * A member gave its vote of that term to another. When too many did, the next attempt
	 * begins at once.
	 */
	static void refused(StepContext step, int member, long term) {
		LeaderState leader = step.leader();
		if (leader == null || leader.raise() == null || !leader.raise().sent() || term != leader.raise().term()) {
			return;
		}
		Proposal raise = leader.raise().answered(member, Proposal.Vote.REFUSED);
		step.change(leader.withRaise(raise));
		if (raise.votesPossible() < step.config().quorum()) {
			above(step, term);
		}
	}

	/** What could not be saved is proposed no more. */
	static void notSaved(StepContext step) {
		if (step.leader() != null) {
			step.change(step.leader().withRaise(null));
		}
	}

	private static void winIfEnough(StepContext step) {
		LeaderState leader = step.leader();
		if (leader == null || leader.raise() == null || !leader.raise().isWon(step.config().quorum())) {
			return;
		}
		Proposal won = leader.raise();
		LeaderState raised = leader.raised(won, step.nanos());
		step.change(raised);
		step.report(Notice.TERM_RAISED, "from " + leader.wonTerm() + " to " + won.term());
		step.beforeSave(new Effect.Renew<>(raised.token(), raised.wonTerm(), raised.lease()));
		Leader.renew(step);
		Leader.beat(step);
	}

}
