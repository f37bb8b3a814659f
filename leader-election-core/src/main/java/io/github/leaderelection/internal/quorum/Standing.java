package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Standing for election: from the proposal to the grant, or to giving up. The proposal
 * may leave before the own vote is saved; the win waits for the save.
 */
final class Standing {

	private Standing() {
	}

	/**
	 * The term a proposal of this node would name: the highest known plus one. Only the
	 * first of all is set by the wall clock, so that terms rise although nobody remembers
	 * the last.
	 */
	static long nextTerm(Turn turn, long atLeastAbove) {
		long known = Math.max(turn.knownTerm(), atLeastAbove);
		long next = Math.max(known, turn.heldTerm()) + 1;
		boolean aboveClock = turn.startup.phase() == Startup.Phase.BY_CLOCK
				&& turn.ballot.term() <= turn.ballot.voteFloor();
		return (known == 0 || aboveClock) ? Math.max(next, turn.now.wallMillis()) : next;
	}

	/**
	 * Proposes an election, in the term that was scouted for. The own vote does not count
	 * under a promise to another, so under one nothing is proposed.
	 * @param ceded the cession it rests on, or null after a won scouting round
	 * @return whether this node stands
	 */
	static boolean propose(Turn turn, @Nullable Ceded ceded) {
		ScoutingRound round = turn.scouting;
		long term = (ceded == null && round != null) ? round.proposedTerm()
				: nextTerm(turn, (ceded != null) ? ceded.term() : 0);
		Scouting.abandon(turn);
		if (turn.ownWait() > 0 || term > Ballot.MAX_TERM) {
			Scouting.leaveOff(turn);
			return false;
		}
		turn.clearDeadline(QuorumTimer.ATTEMPT);
		turn.ballot = turn.ballot.withVote(term, new Ballot.Vote(turn.self(), turn.config.incarnation()));
		Candidacy candidacy = Candidacy.of(term, ceded, turn.config);
		turn.candidacy = asksBeforeSaved(turn) ? ask(turn, candidacy) : candidacy;
		return true;
	}

	/**
	 * Whether others are asked while the own vote is being saved. Their votes count from
	 * then on, so not where the save may take longer than they count; and who needs no
	 * vote of others gains nothing.
	 */
	private static boolean asksBeforeSaved(Turn turn) {
		return turn.config.quorum() > 1 && turn.counters.failedRounds() == 0 && !SlowSaves.mayBeLate(turn);
	}

	/**
	 * Sends the proposal: from here the votes count. It asks, and speaks for nobody yet.
	 */
	private static Candidacy ask(Turn turn, Candidacy candidacy) {
		Candidacy sent = candidacy.sentAt(turn.nanos(), turn.now.wallMillis(),
				turn.nanos() + turn.timing().maxCandidacy());
		for (NodeId other : turn.config.others()) {
			turn.first(new Effect.Send<>(other, proposal(turn, sent), 0));
		}
		return sent;
	}

	/**
	 * The own vote is saved: it counts, and the time-box begins.
	 */
	static void voteSaved(Turn turn) {
		Candidacy candidacy = turn.candidacy;
		if (candidacy == null || candidacy.saved()) {
			return;
		}
		Candidacy sent = candidacy.sent() ? candidacy : ask(turn, candidacy);
		turn.candidacy = sent.withOwnVote().endingBy(turn.nanos() + length(turn));
		turn.setDeadline(QuorumTimer.ROUND_END, turn.candidacy.endNanos());
		turn.setDeadline(QuorumTimer.RETRY, turn.nanos() + turn.timing().retry(turn.pace.expectedRoundTripNanos()));
		winIfEnough(turn);
	}

	/**
	 * Where the candidate waited for promises to end it was told when by others' clocks,
	 * which may be slower than its own: they hold its proposal meanwhile.
	 */
	private static long length(Turn turn) {
		SupportPromise ended = turn.promise;
		boolean waited = ended != null && turn.nanos() - ended.untilNanos() < turn.timing().maxCandidacy();
		long error = waited ? turn.timing().waitError(turn.timing().leaseNanos()) : 0;
		return Math.min(turn.candidacy() + error, turn.timing().maxCandidacy());
	}

	static ElectionProposal proposal(Turn turn, Candidacy candidacy) {
		return new ElectionProposal(candidacy.term(), turn.timing().leaseNanos(), candidacy.ceded());
	}

	static void askAgain(Turn turn) {
		Candidacy candidacy = turn.candidacy;
		if (candidacy != null && candidacy.saved()) {
			for (int i = 0; i < candidacy.answers().length; i++) {
				if (candidacy.answers()[i] == Candidacy.Vote.OPEN) {
					turn.send(turn.config.others().get(i), proposal(turn, candidacy));
				}
			}
			turn.setDeadline(QuorumTimer.RETRY, turn.nanos() + turn.timing().retry(turn.pace.expectedRoundTripNanos()));
		}
	}

	/**
	 * Counts an answer: only for the exact term and this start of this node.
	 */
	static void answered(Turn turn, Envelope<QuorumMessage> envelope, ElectionResponse response) {
		if (envelope.answers() != turn.config.incarnation()) {
			return;
		}
		int member = turn.config.indexOf(envelope.from());
		if (!response.granted()) {
			refused(turn, member, response);
			return;
		}
		Candidacy candidacy = turn.candidacy;
		if (candidacy != null && candidacy.sent() && response.proposedTerm() == candidacy.term()) {
			granted(turn, candidacy, member, response.leaseNanos());
		}
		else {
			Raising.voted(turn, member, response);
		}
	}

	/**
	 * A vote of a member with a shorter lease ends the candidacy the sooner: whoever
	 * completes a quorum of votes has to have voted while all of them count.
	 */
	private static void granted(Turn turn, Candidacy candidacy, int member, long leaseNanos) {
		turn.candidacy = candidacy.granted(member, leaseNanos, turn.nanos());
		turn.setDeadline(QuorumTimer.ROUND_END, turn.candidacy.endNanos());
		winIfEnough(turn);
	}

	private static void refused(Turn turn, int member, ElectionResponse response) {
		if (response.reason() == Refusal.BELOW_FLOOR) {
			turn.counters = turn.counters.aboveFloor(response.term());
		}
		else if (response.term() > turn.ballot.term()) {
			if (turn.reign != null) {
				Raising.above(turn, response.term());
			}
			else if (turn.canSave()) {
				Voting.adopt(turn, response.term());
			}
			return;
		}
		if (response.reason() == Refusal.VOTED) {
			Raising.refused(turn, member, response.proposedTerm());
		}
		Candidacy candidacy = turn.candidacy;
		boolean mayChange = response.reason() == Refusal.PROMISED;
		if (candidacy != null && response.proposedTerm() == candidacy.term() && !mayChange) {
			turn.candidacy = candidacy.answered(member, Candidacy.Vote.REFUSED);
			if (turn.candidacy.votesPossible() < turn.config.quorum()) {
				// those who voted for it are free the sooner
				giveUp(turn);
			}
		}
	}

	private static void winIfEnough(Turn turn) {
		Candidacy candidacy = turn.candidacy;
		if (candidacy == null || !candidacy.isWon(turn.config.quorum())) {
			return;
		}
		Timing timing = turn.timing();
		Lease lease = new Lease(candidacy.firstSentNanos(), candidacy.firstSentWallMillis(),
				candidacy.firstSentNanos() + timing.held(candidacy.counted(turn.config)), timing.suspensionMargin());
		// a suspended machine does not see in its monotonic clock for how long a vote
		// counted: whoever forgot one may be promised to another since
		Lease candidate = new Lease(candidacy.firstSentNanos(), candidacy.firstSentWallMillis(), candidacy.endNanos(),
				timing.suspensionMargin());
		if (!lease.valid(turn.now) || !candidate.valid(turn.now)) {
			giveUp(turn);
			return;
		}
		turn.candidacy = null;
		turn.clearDeadline(QuorumTimer.RETRY);
		turn.clearDeadline(QuorumTimer.ROUND_END);
		turn.report(Notice.ELECTION_WON, "term " + candidacy.term());
		Leading.begin(turn, candidacy, lease);
	}

	/**
	 * A candidacy is time-boxed: what a node that lost its state waits for depends on it.
	 */
	static void endIfTimeIsUp(Turn turn) {
		Candidacy candidacy = turn.candidacy;
		if (candidacy != null && candidacy.sent() && turn.now.reached(candidacy.endNanos())) {
			giveUp(turn);
		}
	}

	/**
	 * Gives up the own candidacy, if there is one, and cedes its term: that frees those
	 * who voted for it.
	 */
	static void giveUp(Turn turn) {
		Candidacy candidacy = turn.candidacy;
		if (candidacy == null) {
			return;
		}
		turn.candidacy = null;
		turn.clearDeadline(QuorumTimer.RETRY);
		turn.clearDeadline(QuorumTimer.ROUND_END);
		if (candidacy.sent()) {
			turn.broadcast(new LeadershipCession(candidacy.term(), List.of(), false));
		}
		turn.report(Notice.ELECTION_LOST, "term " + candidacy.term());
		// two that collided let each other go first again, lest they collide for ever
		turn.yieldedTo = List.of();
		Scouting.leaveOff(turn);
	}

}
