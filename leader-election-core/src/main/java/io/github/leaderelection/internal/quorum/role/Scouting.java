package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.membership.ForeignLists;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.LeaderWatch;
import io.github.leaderelection.internal.quorum.step.Ranks;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Asks, before any term is raised, whether others would support this node (the seed's
 * ElectionScouting), and answers such questions.
 */
public final class Scouting {

	private Scouting() {
	}

	/**
	 * Opens a round, if this node may stand and hears no leader.
	 * @param nominated whether {@link Event.Nominated} chose this node, in place of its
	 * rank
	 */
	public static void attempt(StepContext step, boolean nominated) {
		if (step.state().role() != Role.FOLLOWER || step.scouting() != null || !step.state().mayVote()) {
			return;
		}
		KnownLeader known = step.known();
		if (known != null && step.state().hearsLeader(step.nanos())) {
			long suspectedAt = known.heardNanos() + step.state().suspicionNanos();
			long left = step.state().ownWait(step.now()) - step.now().until(suspectedAt);
			Attempts.at(step, suspectedAt + Ranks.ownDelayWithin(step, left));
			return;
		}
		if (!step.state().peers().foreignLists().isEmpty()) {
			ForeignLists.ask(step);
			return;
		}
		if (step.state().couldStand()) {
			open(step, nominated);
		}
		else {
			if (step.state().mayStand() && step.state().peers().reachable() > 1) {
				askWhoLeads(step);
			}
			// often the next link that opens brings the next attempt
			Attempts.inHalfALease(step);
		}
	}

	/**
	 * Asks who leads, where this node reaches too few to win: for support in no term, so
	 * that nobody lets it go first.
	 */
	private static void askWhoLeads(StepContext step) {
		step.change(step.state().activity().nextRound());
		step.broadcast(new ScoutingRequest(step.ballot().term(), step.state().activity().round(), 0));
	}

	private static void open(StepContext step, boolean nominated) {
		step.change(step.state().activity().nextRound());
		ScoutingRound round = ScoutingRound.open(step.state().activity().round(), step.state().nextTerm(0, step.now()),
				step.nanos(), step.config().others().size(), nominated);
		RoleChanges.scout(step, round);
		Attempts.stop(step);
		step.setDeadline(QuorumTimer.RETRY, step.nanos() + retry(step));
		step.setDeadline(QuorumTimer.ROUND_END, step.nanos() + step.state().candidacyNanos());
		step.broadcast(question(step, round));
		planProposal(step);
	}

	private static ScoutingRequest question(StepContext step, ScoutingRound round) {
		return new ScoutingRequest(step.ballot().term(), round.number(), round.proposedTerm());
	}

	public static void askAgain(StepContext step) {
		ScoutingRound round = step.scouting();
		// members may learn of an ended process one after the other, and answer anew
		boolean anyEnded = step.state().peers().anyEnded();
		if (round == null || (round.yeses() >= step.config().quorum() - 1 && !anyEnded)) {
			return;
		}
		for (int i = 0; i < round.answered().length; i++) {
			if (!round.answered()[i] || (anyEnded && !round.isFree(i, step.nanos()))) {
				step.send(step.config().others().get(i), question(step, round));
			}
		}
		// twice as long each time: a node that is cut off must not flood the rest
		long sinceFirst = step.nanos() - round.sentNanos();
		step.setDeadline(QuorumTimer.RETRY, step.nanos() + Math.max(sinceFirst, retry(step)));
	}

	/**
	 * The promise of this node that its round waited for has ended early, and those of
	 * others probably too.
	 */
	static void freed(StepContext step) {
		planProposal(step);
		ScoutingRound round = step.scouting();
		if (round != null) {
			step.setDeadline(QuorumTimer.RETRY, step.nanos());
		}
	}

	private static long retry(StepContext step) {
		return step.timing().retry(step.state().measurements().expectedRoundTripNanos());
	}

	/**
	 * Answers a scout. Rank, id and priority never cause a refusal.
	 */
	public static void asked(StepContext step, Envelope<QuorumMessage> envelope, ScoutingRequest request) {
		NodeId scout = envelope.from();
		LeaderState leader = step.leader();
		if (leader != null && step.state().hearsQuorum(step.nanos())) {
			refuse(step, envelope, request, Refusal.BACKED_LEADER, step.self(), leader.wonTerm());
			return;
		}
		KnownLeader known = step.known();
		if (known != null && step.state().hearsLeaderBeside(scout, step.nanos())) {
			refuse(step, envelope, request, Refusal.BACKED_LEADER, known.id(), known.term());
			return;
		}
		Refusal refusal = termRefusal(step, request);
		if (refusal != Refusal.NONE) {
			refuse(step, envelope, request, refusal, null, 0);
			return;
		}
		if (SlowSaves.mayBeLate(step.state())) {
			if (SlowSaves.wasJustTried(step)) {
				refuse(step, envelope, request, Refusal.STATE_UNUSABLE, null, 0);
				return;
			}
			step.saveAgain();
		}
		long wait = step.state().supportWait(scout, envelope.incarnation(), step.now());
		if (leader != null) {
			wait = Math.max(wait, leader.lease().remainingNanos(step.nanos()));
		}
		step.reply(envelope,
				new ScoutingResponse(step.ballot().term(), request.round(), true, Refusal.NONE, null, 0, wait));
		letGoFirst(step, scout, wait);
	}

	private static Refusal termRefusal(StepContext step, ScoutingRequest request) {
		if (!step.state().commitments().canSave() || step.state().stopping()) {
			return Refusal.STATE_UNUSABLE;
		}
		if (!step.state().mayVote()) {
			return Refusal.NOT_A_VOTER;
		}
		if (request.proposedTerm() <= step.state().voteFloor()) {
			return Refusal.BELOW_FLOOR;
		}
		return (request.proposedTerm() <= step.ballot().term()) ? Refusal.HIGHER_TERM : Refusal.NONE;
	}

	private static void refuse(StepContext step, Envelope<QuorumMessage> envelope, ScoutingRequest request,
			Refusal reason, @Nullable NodeId leader, long leaderTerm) {
		step.reply(envelope, new ScoutingResponse(step.state().namedTerm(reason), request.round(), false, reason,
				leader, leaderTerm, 0));
	}

	/**
	 * A granted scout goes first: the own attempt moves behind it. This happens once for
	 * each scout, so a scout that never succeeds does not hold up the others. An open
	 * round yields only to a scout that stands before this node.
	 */
	private static void letGoFirst(StepContext step, NodeId scout, long wait) {
		if (step.state().role() != Role.FOLLOWER || step.state().attempts().agreedTo().contains(scout)) {
			return;
		}
		Attempts.agreedTo(step, scout);
		if (step.scouting() == null || Ranks.standsBefore(step.state(), scout, step.self())) {
			RoleChanges.abandonScouting(step);
			Attempts.giveWay(step, wait);
		}
	}

	/**
	 * Counts an answer: only of this round and this start of this node.
	 */
	public static void answered(StepContext step, Envelope<QuorumMessage> envelope, ScoutingResponse response) {
		if (!step.isAnswerToThisStart(envelope) || response.round() != step.state().activity().round()) {
			return;
		}
		ScoutingRound round = step.scouting();
		if (round == null) {
			if (!step.state().couldStand() && response.reason() == Refusal.BACKED_LEADER) {
				hearsay(step, response);
			}
			return;
		}
		int member = step.sender(envelope);
		// measured from the first sending, although the second may have been answered:
		// too long a bound costs little
		step.measureRoundTrip(step.nanos() - round.sentNanos());
		if (response.granted()) {
			RoleChanges.scout(step, round.yes(member, step.nanos() + response.promiseRemainingNanos()));
			planProposal(step);
			return;
		}
		RoleChanges.scout(step, round.no(member));
		if (response.reason() == Refusal.BACKED_LEADER) {
			hearsay(step, response);
		}
		else if (response.reason() == Refusal.BELOW_FLOOR) {
			Doubts.stayAbove(step, response.term());
			failed(step);
		}
		else if (response.reason() == Refusal.IMPLAUSIBLE_TERM) {
			Doubts.notBelieved(step, envelope, round.proposedTerm());
		}
		else if (response.reason() == Refusal.HIGHER_TERM && response.term() > step.ballot().term()) {
			// a node that lags catches up, and asks again at once
			RoleChanges.followTerm(step, response.term());
		}
	}

	/**
	 * A leader known from others only is shown. Hearsay never raises a term and never
	 * extends a promise.
	 */
	private static void hearsay(StepContext step, ScoutingResponse response) {
		NodeId leader = response.leader();
		boolean better = step.state().role() == Role.FOLLOWER && !step.state().hearsLeader(step.nanos());
		if (leader != null && better && !leader.equals(step.self()) && step.config().indexOf(leader) >= 0) {
			LeaderWatch.know(step, new KnownLeader(leader, 0, response.leaderTerm(), 0, false, step.nanos(), false),
					true);
		}
	}

	/**
	 * With a quorum of yeses, plans the proposal for the moment when the needed promises
	 * run out. A crash costs the rest of the lease and about one round trip.
	 */
	private static void planProposal(StepContext step) {
		ScoutingRound round = step.scouting();
		int needed = step.config().quorum() - 1;
		if (round == null || round.yeses() < needed) {
			return;
		}
		LeaderWatch.forget(step);
		long othersFree = round.freeAt(needed, step.nanos()) - step.state().measurements().roundTripNanos() / 2;
		long selfFree = step.nanos() + step.state().ownWait(step.now());
		long at = (othersFree - selfFree > 0) ? othersFree : selfFree;
		if (!step.now().reached(at)) {
			at += Ranks.proposalDelay(step, round);
		}
		step.clearDeadlines(QuorumTimer.ROUND_END);
		step.setDeadline(QuorumTimer.PROPOSE, at);
		if (step.due(QuorumTimer.PROPOSE)) {
			proposeIfFree(step);
		}
	}

	public static void proposeIfFree(StepContext step) {
		if (step.scouting() == null || !step.state().mayStand()) {
			RoleChanges.abandonScouting(step);
			return;
		}
		long wait = step.state().ownWait(step.now());
		if (wait > 0) {
			step.setDeadline(QuorumTimer.PROPOSE, step.nanos() + wait);
			return;
		}
		Candidate.propose(step, null);
	}

	/**
	 * The round ended without a quorum.
	 */
	public static void end(StepContext step) {
		if (step.scouting() != null) {
			failed(step);
		}
	}

	private static void failed(StepContext step) {
		step.report(Notice.SCOUTING_FAILED, "too few members would support this node");
		RoleChanges.abandonScouting(step);
		Attempts.backOff(step);
	}

	/**
	 * A candidate gave up. The members that this round waits for may have been promised
	 * to it.
	 */
	static void reconsider(StepContext step) {
		long planned = step.deadline(QuorumTimer.PROPOSE);
		if (planned != Timing.NONE && planned - step.nanos() > step.state().rankDelay()) {
			RoleChanges.scoutAnew(step);
		}
	}

}
