package io.github.leaderelection.internal.quorum.step;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.Acks;
import io.github.leaderelection.internal.quorum.CandidateState;
import io.github.leaderelection.internal.quorum.FollowerState;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.Proposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.SentBeats;

/**
 * Makes followers, candidates and leaders. Each change of the role stands here, with its
 * effects and timers.
 */
public final class RoleChanges {

	private RoleChanges() {
	}

	/**
	 * A follower scouts: it opens a round, or counts an answer in it.
	 */
	public static void scout(StepContext step, ScoutingRound round) {
		if (step.state().roleState() instanceof FollowerState follower) {
			step.change(follower.withScouting(round));
		}
	}

	/**
	 * A scout forgets its round.
	 */
	public static void abandonScouting(StepContext step) {
		if (step.state().roleState() instanceof FollowerState follower && follower.scouting() != null) {
			step.change(follower.withScouting(null));
			step.clearDeadlines(QuorumTimer.RETRY, QuorumTimer.ROUND_END, QuorumTimer.PROPOSE);
		}
	}

	/**
	 * The term was raised or promises were freed, so earlier yeses are void. A scout
	 * begins anew.
	 */
	public static void scoutAnew(StepContext step) {
		if (step.scouting() != null) {
			abandonScouting(step);
			Attempts.afterOwnRank(step, step.state().rankDelay());
		}
	}

	/**
	 * A follower becomes a candidate and votes for itself.
	 */
	public static void becomeCandidate(StepContext step, Proposal proposal) {
		abandonScouting(step);
		Attempts.stop(step);
		Voter.voteForSelf(step, proposal.term());
		step.change(new CandidateState(step.known(), proposal));
	}

	/**
	 * A candidate gives up and cedes its term: that frees those who voted for it.
	 */
	public static void giveUp(StepContext step) {
		if (!(step.state().roleState() instanceof CandidateState candidate)) {
			return;
		}
		Proposal proposal = candidate.proposal();
		step.change(new FollowerState(candidate.known(), null));
		step.clearDeadlines(QuorumTimer.RETRY, QuorumTimer.ROUND_END);
		if (proposal.sent()) {
			step.broadcast(new LeadershipCession(proposal.term(), List.of(), false));
		}
		step.report(Notice.ELECTION_LOST, "term " + proposal.term());
		Attempts.lost(step, proposal.sent() && step.now().reached(proposal.endNanos()));
	}

	/**
	 * Adopts a higher term met in a refusal or a proposal; a candidate becomes follower.
	 * A promise outlives it.
	 */
	public static void followTerm(StepContext step, long term) {
		giveUp(step);
		Voter.adopt(step, term);
		scoutAnew(step);
	}

	/**
	 * A candidate becomes leader with its votes: each vote is a promise.
	 */
	public static void becomeLeader(StepContext step, Proposal won, Lease lease) {
		step.change(new LeaderState(won, won.term(), lease, Acks.none(step.config()).voted(won, step.nanos()),
				SentBeats.none(step.timing()), null, won.term(), null));
		step.clearDeadlines(QuorumTimer.RETRY, QuorumTimer.ROUND_END, QuorumTimer.LEADER_LOST);
		step.report(Notice.ELECTION_WON, "term " + won.term());
		Voter.lead(step);
		Attempts.won(step);
		step.afterSave(new Effect.Grant<>(won.term(), won.term(), lease));
		step.setDeadline(QuorumTimer.LEASE, lease.endNanos());
	}

	/**
	 * A leader gives up its grant, and only then cedes. It cedes nothing while its lease
	 * lives.
	 */
	public static void standDown(StepContext step, RevocationReason reason) {
		LeaderState leader = step.leader();
		if (leader == null) {
			return;
		}
		step.beforeSave(new Effect.Revoke<>(leader.token(), reason));
		step.change(new FollowerState(null, null));
		step.clearDeadlines(QuorumTimer.HEARTBEAT, QuorumTimer.LEASE, QuorumTimer.DRAIN);
		NodeId target = leader.chosen();
		List<NodeId> successors = Ranks.successors(step, leader);
		boolean chosen = target != null && !successors.isEmpty() && successors.get(0).equals(target);
		// these terms were saved long ago, so a slow disk does not delay the successor
		step.broadcastFirst(new LeadershipCession(leader.highestProposed(), successors, chosen));
		Attempts.successorsNamed(step, successors);
		Attempts.chosen(step, false);
		Voter.judgeHeldSoon(step);
		if (leader.drain() != null) {
			Attempts.coolDown(step);
			leader.drain().requests().forEach((request) -> step.afterSave(new Effect.Answer<>(request, null)));
		}
		if (step.state().stopping()) {
			stop(step);
		}
		else {
			Attempts.suspectLater(step);
		}
	}

	/**
	 * The last step. It does not wait for a promise to end.
	 */
	public static void stop(StepContext step) {
		Voter.stop(step);
		step.change(step.state().activity().asStopped());
		step.clearDeadlines(QuorumTimer.values());
		step.afterSave(new Effect.Stopped<>());
	}

}
