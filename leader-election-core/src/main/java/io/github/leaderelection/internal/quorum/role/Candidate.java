package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.quorum.CandidateState;
import io.github.leaderelection.internal.quorum.Proposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.health.Health;
import io.github.leaderelection.internal.quorum.health.Verdicts;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.SupportPromise;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate does, from its proposal until it wins or gives up. The proposal may
 * leave before the own vote is saved; the win waits for the save.
 */
public final class Candidate {

	private Candidate() {
	}

	/**
	 * Proposes an election in the term that was scouted for. A node promised to another
	 * proposes nothing, because its own vote would not count.
	 * @param ceded the cession it rests on, or null after a won scouting round
	 */
	static void propose(StepContext step, @Nullable Ceded ceded) {
		ScoutingRound round = step.scouting();
		long term = (ceded == null && round != null) ? round.proposedTerm()
				: step.state().nextTerm((ceded != null) ? ceded.term() : 0, step.now());
		RoleChanges.abandonScouting(step);
		if (step.state().ownWait(step.now()) > 0 || term > Ballot.MAX_TERM) {
			Attempts.backOff(step);
			return;
		}
		Proposal proposal = Proposal.of(term, ceded, step.config());
		RoleChanges.becomeCandidate(step, asksBeforeSaved(step) ? ask(step, proposal) : proposal);
	}

	/**
	 * Whether others are asked while the own vote is being saved. Their votes count from
	 * then on, so a slow save could outlast them. A node that needs no other vote gains
	 * nothing.
	 */
	private static boolean asksBeforeSaved(StepContext step) {
		return step.config().quorum() > 1 && step.state().attempts().failedRounds() == 0
				&& !SlowSaves.mayBeLate(step.state());
	}

	/**
	 * Sends the proposal. The votes count from this moment.
	 */
	private static Proposal ask(StepContext step, Proposal proposal) {
		Proposal sent = proposal.sentAt(step.nanos(), step.now().wallMillis(),
				step.nanos() + step.timing().maxCandidacy());
		step.broadcastFirst(sent.message(step.config()));
		return sent;
	}

	/**
	 * The own vote is saved: it counts, and the time-box begins.
	 */
	static void voteSaved(StepContext step) {
		Proposal proposal = step.proposal();
		if (proposal == null || proposal.saved()) {
			return;
		}
		Proposal sent = proposal.sent() ? proposal : ask(step, proposal);
		counts(step, sent.withOwnVote().endingBy(step.nanos() + length(step)));
		step.setDeadline(QuorumTimer.RETRY,
				step.nanos() + step.timing().retry(step.state().measurements().expectedRoundTripNanos()));
		winIfEnough(step);
	}

	/**
	 * The candidacy is longer after a wait for promises of others. Their clocks may be
	 * slower than this one, and they hold the proposal meanwhile.
	 */
	private static long length(StepContext step) {
		SupportPromise ended = step.state().commitments().promise();
		boolean waited = ended != null && step.nanos() - ended.untilNanos() < step.timing().maxCandidacy();
		long error = waited ? step.timing().waitError(step.timing().leaseNanos()) : 0;
		return Math.min(step.state().candidacyNanos() + error, step.timing().maxCandidacy());
	}

	public static void askAgain(StepContext step) {
		Proposal proposal = step.proposal();
		if (proposal != null && proposal.saved()) {
			for (int i = 0; i < proposal.answers().length; i++) {
				if (proposal.answers()[i] == Proposal.Vote.OPEN) {
					step.send(step.config().others().get(i), proposal.message(step.config()));
				}
			}
			step.setDeadline(QuorumTimer.RETRY,
					step.nanos() + step.timing().retry(step.state().measurements().expectedRoundTripNanos()));
		}
	}

	/**
	 * Counts an answer: only for the exact term and this start of this node.
	 */
	public static void answered(StepContext step, Envelope<QuorumMessage> envelope, ElectionResponse response) {
		if (!step.isAnswerToThisStart(envelope)) {
			return;
		}
		int member = step.sender(envelope);
		if (!response.granted()) {
			refused(step, member, response);
			return;
		}
		Proposal proposal = step.proposal();
		if (proposal != null && proposal.sent() && response.proposedTerm() == proposal.term()) {
			granted(step, proposal, member, response.leaseNanos());
		}
		else {
			Raising.voted(step, member, response);
		}
	}

	/**
	 * A vote of a member with a shorter lease shortens the candidacy: all votes of a
	 * quorum have to count at the same time.
	 */
	private static void granted(StepContext step, Proposal proposal, int member, long leaseNanos) {
		counts(step, proposal.granted(member, leaseNanos, step.nanos()));
		winIfEnough(step);
	}

	private static void counts(StepContext step, Proposal proposal) {
		change(step, proposal);
		step.setDeadline(QuorumTimer.ROUND_END, proposal.endNanos());
	}

	private static void change(StepContext step, Proposal proposal) {
		if (step.state().roleState() instanceof CandidateState candidate) {
			step.change(candidate.withProposal(proposal));
		}
	}

	private static void refused(StepContext step, int member, ElectionResponse response) {
		if (response.reason() == Refusal.BELOW_FLOOR) {
			Doubts.stayAbove(step, response.term());
		}
		else if (response.term() > step.ballot().term()) {
			if (step.leader() != null) {
				Raising.above(step, response.term());
			}
			else if (step.state().commitments().canSave()) {
				RoleChanges.followTerm(step, response.term());
			}
			return;
		}
		if (response.reason() == Refusal.VOTED) {
			Raising.refused(step, member, response.proposedTerm());
		}
		Proposal proposal = step.proposal();
		boolean mayChange = response.reason() == Refusal.PROMISED;
		if (proposal != null && response.proposedTerm() == proposal.term() && !mayChange) {
			Proposal refused = proposal.answered(member, Proposal.Vote.REFUSED);
			change(step, refused);
			if (refused.votesPossible() < step.config().quorum()) {
				// this frees its voters earlier
				RoleChanges.giveUp(step);
			}
		}
	}

	private static void winIfEnough(StepContext step) {
		Proposal proposal = step.proposal();
		if (proposal == null || !proposal.isWon(step.config().quorum())) {
			return;
		}
		Timing timing = step.timing();
		Lease lease = new Lease(proposal.firstSentNanos(), proposal.firstSentWallMillis(),
				proposal.firstSentNanos() + timing.held(proposal.counted(step.config())), timing.suspensionMargin());
		// the monotonic clock of a suspended machine does not show that a vote has
		// expired; a voter that lost its state may be promised to another since
		Lease candidate = new Lease(proposal.firstSentNanos(), proposal.firstSentWallMillis(), proposal.endNanos(),
				timing.suspensionMargin());
		if (!lease.valid(step.now()) || !candidate.valid(step.now())) {
			RoleChanges.giveUp(step);
			return;
		}
		RoleChanges.becomeLeader(step, proposal, lease);
		Health.leads(step);
		Verdicts.lead(step);
		Leader.beat(step);
	}

	/**
	 * A candidacy is time-boxed. A node that lost its state relies on this bound.
	 */
	public static void endIfTimeIsUp(StepContext step) {
		Proposal proposal = step.proposal();
		if (proposal != null && proposal.sent() && step.now().reached(proposal.endNanos())) {
			RoleChanges.giveUp(step);
		}
	}

}
