package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.spi.Ballot;

/**
 * Raising a leader's term in place: a leader whose lease lives and that meets a higher
 * term asks for votes above it and goes on leading. The grant and its token stay, and
 * heartbeats carry the last term it WON, never one merely proposed.
 */
final class Raising {

	private Raising() {
	}

	/**
	 * Proposes a term above the one met, if a quorum is heard. Ends with the lease and
	 * never turns into a candidacy.
	 */
	static void above(Turn turn, long term) {
		Reign reign = turn.reign;
		if (reign == null || !turn.mayVote() || !Leading.hearsQuorum(turn, reign)) {
			return;
		}
		long raised = Standing.nextTerm(turn, term);
		if (raised <= Ballot.MAX_TERM) {
			turn.ballot = turn.ballot.withVote(raised, new Ballot.Vote(turn.self(), turn.config.incarnation()));
			turn.reign = reign.withRaise(Candidacy.of(raised, null, turn.config));
		}
	}

	static void voteSaved(Turn turn) {
		Reign reign = turn.reign;
		if (reign == null || reign.raise() == null || reign.raise().sent()) {
			return;
		}
		long end = turn.nanos() + turn.timing().maxCandidacy();
		Candidacy raise = reign.raise().withOwnVote().sentAt(turn.nanos(), turn.now.wallMillis(), end);
		turn.reign = reign.proposed(raise);
		turn.broadcast(Standing.proposal(turn, raise));
		winIfEnough(turn);
	}

	/**
	 * With each heartbeat the proposal is repeated. An attempt is begun anew, with a term
	 * of its own, once its votes count no more: a voter may have lost its state
	 * meanwhile.
	 */
	static void proposeAgain(Turn turn) {
		Reign reign = turn.reign;
		if (reign == null || reign.raise() == null || !reign.raise().sent() || turn.saveInFlight()) {
			return;
		}
		Candidacy raise = reign.raise();
		if (turn.now.reached(raise.endNanos())) {
			above(turn, raise.term());
			return;
		}
		for (int i = 0; i < raise.answers().length; i++) {
			if (raise.answers()[i] != Candidacy.Vote.GRANTED) {
				turn.send(turn.config.others().get(i), Standing.proposal(turn, raise));
			}
		}
	}

	/**
	 * A vote for a leader: for the term it is raising to, or a late one for the term it
	 * won. Either way it is a promise that counts from the first sending.
	 */
	static void voted(Turn turn, int member, ElectionResponse vote) {
		Reign reign = turn.reign;
		if (reign == null) {
			return;
		}
		long term = vote.proposedTerm();
		Candidacy raise = reign.raise();
		if (raise != null && raise.sent() && term == raise.term()) {
			if (!turn.now.reached(raise.endNanos())) {
				turn.reign = reign.withRaise(raise.granted(member, vote.leaseNanos(), turn.nanos()));
				winIfEnough(turn);
			}
		}
		else if (term == reign.token()) {
			Candidacy won = reign.won();
			turn.reign = reign.withBacking(reign.backing()
				.promised(member, won.firstSentNanos(), won.firstSentWallMillis(), vote.leaseNanos()));
			Leading.renew(turn);
		}
	}

	/**
	 * A member gave its vote of that term to another. When too many did the attempt
	 * cannot be won any more, and the next goes above it at once.
	 */
	static void refused(Turn turn, int member, long term) {
		Reign reign = turn.reign;
		if (reign == null || reign.raise() == null || !reign.raise().sent() || term != reign.raise().term()) {
			return;
		}
		Candidacy raise = reign.raise().answered(member, Candidacy.Vote.REFUSED);
		turn.reign = reign.withRaise(raise);
		if (raise.votesPossible() < turn.config.quorum()) {
			above(turn, term);
		}
	}

	private static void winIfEnough(Turn turn) {
		Reign reign = turn.reign;
		if (reign == null || reign.raise() == null || !reign.raise().isWon(turn.config.quorum())) {
			return;
		}
		Candidacy won = reign.raise();
		Reign raised = reign.raised(won.term(), reign.backing().voted(won, turn.nanos()));
		turn.reign = raised;
		turn.report(Notice.TERM_RAISED, "from " + reign.wonTerm() + " to " + won.term());
		turn.first(new Effect.Renew<>(raised.token(), raised.wonTerm(), raised.lease()));
		Leading.renew(turn);
		Leading.beat(turn);
	}

}
