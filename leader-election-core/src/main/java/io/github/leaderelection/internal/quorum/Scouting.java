package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Asking whether one would be supported before one's term is raised (the seed's
 * ElectionScouting), and answering such questions.
 */
final class Scouting {

	private Scouting() {
	}

	/**
	 * Opens a round, if this node may stand and hears no leader.
	 * @param nominated whether it is the one that is to lead, by another election than
	 * that of the ranks
	 */
	static void attempt(Turn turn, boolean nominated) {
		if (turn.reign != null || turn.candidacy != null || turn.scouting != null || !turn.mayVote()) {
			return;
		}
		KnownLeader known = turn.leader;
		if (known != null && turn.hearsBackedLeader(turn.self())) {
			long suspectedAt = known.heardNanos() + turn.silence();
			long left = turn.ownWait() - turn.now.until(suspectedAt);
			turn.setDeadline(QuorumTimer.ATTEMPT, suspectedAt + Ranks.ownDelayWithin(turn, left));
			return;
		}
		if (!turn.foreignLists.isEmpty()) {
			ForeignLists.ask(turn);
			return;
		}
		if (!turn.mayStand()) {
			turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + turn.timing().leaseNanos());
			return;
		}
		if (turn.reachable() >= turn.config.quorum()) {
			open(turn, nominated);
		}
		else {
			// the next link that opens brings the next attempt; this is in case none does
			turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + turn.timing().leaseNanos());
		}
	}

	private static void open(Turn turn, boolean nominated) {
		turn.counters = turn.counters.nextRound();
		long proposed = Standing.nextTerm(turn, 0);
		turn.scouting = ScoutingRound.open(turn.counters.round(), proposed, turn.nanos(), turn.config.others().size(),
				nominated);
		turn.clearDeadline(QuorumTimer.ATTEMPT);
		turn.setDeadline(QuorumTimer.RETRY, turn.nanos() + turn.timing().retry(turn.pace.expectedRoundTripNanos()));
		turn.setDeadline(QuorumTimer.ROUND_END, turn.nanos() + turn.candidacy());
		turn.broadcast(question(turn, turn.scouting));
		planProposal(turn);
	}

	private static ScoutingRequest question(Turn turn, ScoutingRound round) {
		return new ScoutingRequest(turn.ballot.term(), round.number(), round.proposedTerm());
	}

	static void askAgain(Turn turn) {
		ScoutingRound round = turn.scouting;
		if (round == null || round.yeses() >= turn.config.quorum() - 1) {
			return;
		}
		for (int i = 0; i < round.answered().length; i++) {
			if (!round.answered()[i]) {
				turn.send(turn.config.others().get(i), question(turn, round));
			}
		}
		// each time twice as long after the first: who is cut off must not flood the rest
		long sinceFirst = turn.nanos() - round.sentNanos();
		turn.setDeadline(QuorumTimer.RETRY,
				turn.nanos() + Math.max(sinceFirst, turn.timing().retry(turn.pace.expectedRoundTripNanos())));
	}

	/**
	 * Answers a scout. Never no for rank, id or priority.
	 */
	static void asked(Turn turn, Envelope<QuorumMessage> envelope, ScoutingRequest request) {
		NodeId scout = envelope.from();
		Reign reign = turn.reign;
		if (reign != null && Leading.hearsQuorum(turn, reign)) {
			refuse(turn, envelope, request, Refusal.BACKED_LEADER, turn.self(), reign.wonTerm());
			return;
		}
		KnownLeader known = turn.leader;
		if (reign == null && known != null && turn.hearsBackedLeader(scout)) {
			refuse(turn, envelope, request, Refusal.BACKED_LEADER, known.id(), known.term());
			return;
		}
		Refusal refusal = termRefusal(turn, request);
		if (refusal != Refusal.NONE) {
			refuse(turn, envelope, request, refusal, null, 0);
			return;
		}
		if (SlowSaves.mayBeLate(turn)) {
			if (SlowSaves.wasJustTried(turn)) {
				refuse(turn, envelope, request, Refusal.STATE_UNUSABLE, null, 0);
				return;
			}
			turn.saveAgain();
		}
		long wait = turn.supportWait(envelope);
		if (reign != null) {
			wait = Math.max(wait, reign.lease().remainingNanos(turn.nanos()));
		}
		turn.reply(envelope,
				new ScoutingResponse(turn.ballot.term(), request.round(), true, Refusal.NONE, null, 0, wait));
		letGoFirst(turn, scout, wait);
	}

	private static Refusal termRefusal(Turn turn, ScoutingRequest request) {
		if (!turn.canSave() || turn.stopping) {
			return Refusal.STATE_UNUSABLE;
		}
		if (!turn.mayVote()) {
			return Refusal.NOT_A_VOTER;
		}
		if (request.proposedTerm() <= turn.voteFloor()) {
			return Refusal.BELOW_FLOOR;
		}
		return (request.proposedTerm() <= turn.ballot.term()) ? Refusal.HIGHER_TERM : Refusal.NONE;
	}

	private static void refuse(Turn turn, Envelope<QuorumMessage> envelope, ScoutingRequest request, Refusal reason,
			@Nullable NodeId leader, long leaderTerm) {
		turn.reply(envelope, new ScoutingResponse(Voting.namedTerm(turn, reason), request.round(), false, reason,
				leader, leaderTerm, 0));
	}

	/**
	 * Who was granted a scout stands first: the own attempt moves behind it, but only
	 * once for each scout, lest one that never succeeds holds up all others. A round that
	 * is open gives way only to a better rank.
	 */
	private static void letGoFirst(Turn turn, NodeId scout, long wait) {
		if (turn.reign != null || turn.candidacy != null || turn.yieldedTo.contains(scout)) {
			return;
		}
		if (turn.scouting != null) {
			if (Ranks.rank(turn, scout) > Ranks.rank(turn, turn.self())) {
				return;
			}
			abandon(turn);
		}
		List<NodeId> yielded = new ArrayList<>(turn.yieldedTo);
		yielded.add(scout);
		turn.yieldedTo = List.copyOf(yielded);
		long attempt = turn.nanos() + wait + turn.timing().waitError(wait) + turn.rankDelay() + Ranks.ownDelay(turn);
		turn.counters = turn.counters.withYieldEnd(attempt);
		long planned = turn.deadline(QuorumTimer.ATTEMPT);
		if (planned == Turn.NONE || planned - attempt < 0) {
			turn.setDeadline(QuorumTimer.ATTEMPT, attempt);
		}
	}

	/**
	 * Whether this node lets a scout that it granted go first.
	 */
	static boolean isYielding(Turn turn) {
		long yieldEnd = turn.counters.yieldEndNanos();
		return yieldEnd != Turn.NONE && !turn.now.reached(yieldEnd);
	}

	/**
	 * Counts an answer: only of this round and this start of this node.
	 */
	static void answered(Turn turn, Envelope<QuorumMessage> envelope, ScoutingResponse response) {
		ScoutingRound round = turn.scouting;
		if (round == null || envelope.answers() != turn.config.incarnation() || response.round() != round.number()) {
			return;
		}
		int member = turn.config.indexOf(envelope.from());
		// from the first sending, even if it was the second that was answered: too long a
		// bound costs little, none at all would cost every election on a slow network
		turn.pace = turn.pace.roundTrip(turn.nanos() - round.sentNanos());
		if (response.granted()) {
			turn.scouting = round.yes(member, turn.nanos() + response.promiseRemainingNanos());
			planProposal(turn);
			return;
		}
		turn.scouting = round.no(member);
		if (response.reason() == Refusal.BACKED_LEADER) {
			hearsay(turn, response);
		}
		else if (response.reason() == Refusal.BELOW_FLOOR) {
			turn.counters = turn.counters.aboveFloor(response.term());
			failed(turn);
		}
		else if (response.reason() == Refusal.IMPLAUSIBLE_TERM) {
			Plausibility.notBelieved(turn, envelope, round.proposedTerm());
		}
		else if (response.reason() == Refusal.HIGHER_TERM && response.term() > turn.ballot.term()) {
			// one who lags catches up, and asks again at once
			Voting.adopt(turn, response.term());
		}
	}

	/**
	 * A leader one knows from others only is shown, and no more: hearsay never raises a
	 * term and never extends a promise.
	 */
	private static void hearsay(Turn turn, ScoutingResponse response) {
		NodeId leader = response.leader();
		boolean better = turn.leader == null || !turn.hearsBackedLeader(turn.self());
		if (leader != null && better && !leader.equals(turn.self()) && turn.config.indexOf(leader) >= 0) {
			Following.know(turn, new KnownLeader(leader, 0, response.leaderTerm(), 0, false, turn.nanos(), false),
					true);
		}
	}

	/**
	 * With a quorum of yeses, plans the proposal for the moment when the promises it
	 * needs run out: a crash costs the rest of the lease and about one round trip.
	 */
	private static void planProposal(Turn turn) {
		ScoutingRound round = turn.scouting;
		int needed = turn.config.quorum() - 1;
		if (round == null || round.yeses() < needed) {
			return;
		}
		Following.forget(turn);
		long othersFree = round.freeAt(needed, turn.nanos()) - turn.pace.roundTripNanos() / 2;
		long selfFree = turn.nanos() + turn.ownWait();
		long at = (othersFree - selfFree > 0) ? othersFree : selfFree;
		if (!turn.now.reached(at)) {
			at += Ranks.proposalDelay(turn, round);
		}
		turn.clearDeadline(QuorumTimer.ROUND_END);
		turn.setDeadline(QuorumTimer.PROPOSE, at);
		if (turn.due(QuorumTimer.PROPOSE)) {
			proposeIfFree(turn);
		}
	}

	static void proposeIfFree(Turn turn) {
		if (turn.scouting == null || !turn.mayStand()) {
			abandon(turn);
			return;
		}
		long wait = turn.ownWait();
		if (wait > 0) {
			turn.setDeadline(QuorumTimer.PROPOSE, turn.nanos() + wait);
			return;
		}
		Standing.propose(turn, null);
	}

	/**
	 * The round ended without a quorum.
	 */
	static void end(Turn turn) {
		if (turn.scouting != null) {
			failed(turn);
		}
	}

	private static void failed(Turn turn) {
		turn.report(Notice.SCOUTING_FAILED, "too few members would support this node");
		abandon(turn);
		leaveOff(turn);
	}

	/**
	 * After a round or a candidacy that failed, waits a little longer each time.
	 */
	static void leaveOff(Turn turn) {
		turn.counters = turn.counters.withFailedRounds(turn.counters.failedRounds() + 1);
		turn.setDeadline(QuorumTimer.ATTEMPT,
				turn.nanos() + turn.timing().backOff(turn.counters.failedRounds(), turn.candidacy(), turn.entropy));
	}

	/**
	 * The term was raised meanwhile: yeses to a lower one are worth nothing.
	 */
	static void beginAnew(Turn turn) {
		if (turn.scouting != null) {
			abandon(turn);
			turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + turn.rankDelay() + Ranks.ownDelay(turn));
		}
	}

	/**
	 * A candidate gave up, and whom the open round waits for may have been promised to
	 * it.
	 */
	static void reconsider(Turn turn) {
		long planned = turn.deadline(QuorumTimer.PROPOSE);
		if (planned != Turn.NONE && planned - turn.nanos() > turn.rankDelay()) {
			beginAnew(turn);
		}
	}

	/**
	 * Forgets an open round.
	 */
	static void abandon(Turn turn) {
		if (turn.scouting != null) {
			turn.scouting = null;
			turn.clearDeadline(QuorumTimer.RETRY);
			turn.clearDeadline(QuorumTimer.ROUND_END);
			turn.clearDeadline(QuorumTimer.PROPOSE);
		}
	}

}
