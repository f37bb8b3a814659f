package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.Acks;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.Proposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.health.Health;
import io.github.leaderelection.internal.quorum.health.Verdicts;
import io.github.leaderelection.internal.quorum.membership.Broadcasting;
import io.github.leaderelection.internal.quorum.step.LeaderWatch;
import io.github.leaderelection.internal.quorum.step.Ranks;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;

/**
 * What a leader does: it beats, its lease is renewed by acknowledgements, and it ends in
 * time.
 */
public final class Leader {

	private Leader() {
	}

	/**
	 * A leader checks its lease before it handles anything else. An ended lease is never
	 * extended.
	 */
	public static void endIfLeaseOver(StepContext step) {
		LeaderState leader = step.leader();
		if (leader != null && !leader.lease().valid(step.now())) {
			boolean suspended = leader.lease().suspended(step.nanos(), step.now().wallMillis());
			RoleChanges.standDown(step, suspended ? RevocationReason.STALLED : RevocationReason.LEASE_EXPIRED);
		}
	}

	public static void watchLease(StepContext step) {
		if (step.leader() != null) {
			step.setDeadline(QuorumTimer.LEASE, step.leader().lease().endNanos());
		}
	}

	/**
	 * The published grant ended at the end of its lease. The loop may know of a later
	 * end, but only what was published counts.
	 */
	public static void grantEnded(StepContext step, long token) {
		if (step.leader() != null && step.leader().token() == token) {
			RoleChanges.standDown(step, RevocationReason.LEASE_EXPIRED);
		}
	}

	/**
	 * A node does not accuse others of its own pause. A leader that paused for longer
	 * than a lease stands down.
	 */
	public static void loopLate(StepContext step, long late) {
		step.report(Notice.STALLED, "the loop stood still for " + late / 1_000_000 + " ms");
		Health.stoodStill(step, late);
		if (step.leader() != null) {
			if (late >= step.timing().leaseNanos()) {
				RoleChanges.standDown(step, RevocationReason.STALLED);
				return;
			}
			step.change(step.leader().withAcks(step.leader().acks().excusing(late, step.nanos())));
		}
		LeaderWatch.excuse(step, late);
		Health.leaderExcused(step);
	}

	/**
	 * Sends a heartbeat to everybody.
	 */
	public static void beat(StepContext step) {
		LeaderState leader = step.leader();
		if (leader == null) {
			return;
		}
		step.change(step.state().activity().nextBeat());
		long sequence = step.state().activity().beat();
		boolean backed = step.state().hearsQuorum(step.nanos());
		long untilNext = untilNextBeat(step, leader);
		leader = leader.withBeats(leader.beats().atPace(step.timing(), untilNext).sent(sequence, step.now(), backed));
		step.change(leader);
		step.broadcast(
				new LeaderHeartbeat(leader.wonTerm(), leader.token(), sequence, backed, step.timing().leaseNanos(),
						step.state().measurements().roundTripNanos(), Ranks.successors(step, leader)));
		step.setDeadline(QuorumTimer.HEARTBEAT, step.nanos() + untilNext);
		Verdicts.judge(step, leader, sequence);
		Broadcasting.repeat(step, leader);
		if (backed) {
			Raising.proposeAgain(step);
		}
		if (step.config().quorum() == 1) {
			extend(step, step.nanos(), step.now().wallMillis(), step.timing().leaseNanos());
		}
	}

	private static long untilNextBeat(StepContext step, LeaderState leader) {
		long own = step.timing().leaseNanos();
		Acks acks = leader.acks();
		return acks.leasesDiffer(own) ? step.timing().heartbeatAmong(acks.shortestLease(own))
				: step.timing().heartbeatNanos();
	}

	/**
	 * Counts an acknowledgement from the SEND time of its heartbeat. It is a promise only
	 * if it says so and that heartbeat was backed.
	 */
	public static void acknowledged(StepContext step, Envelope<QuorumMessage> envelope, HeartbeatResponse response) {
		LeaderState leader = step.leader();
		if (leader == null || !step.isAnswerToThisStart(envelope) || !leader.beats().knows(response.sequence())
				|| !isOfThisLeadership(leader, response.term())) {
			return;
		}
		int member = step.sender(envelope);
		long sent = leader.beats().nanos(response.sequence());
		step.measureRoundTrip(step.nanos() - sent);
		step.changePeer(member, (peer) -> peer.withEligible(response.eligible()));
		Acks acks = leader.acks().arrived(member, step.nanos());
		if (response.promised() && leader.beats().backed(response.sequence())) {
			acks = acks.promised(member, sent, leader.beats().wallMillis(response.sequence()), response.leaseNanos());
		}
		step.change(leader.withAcks(acks));
		renew(step);
		beatOnceAQuorumIsHeard(step);
	}

	/**
	 * What was sent while no quorum was heard extends nothing, and the lease may end
	 * before the next heartbeat is due.
	 */
	private static void beatOnceAQuorumIsHeard(StepContext step) {
		LeaderState leader = step.leader();
		if (leader != null && !leader.beats().backed(step.state().activity().beat())
				&& step.state().hearsQuorum(step.nanos())) {
			beat(step);
		}
	}

	/**
	 * A late vote for the term that was granted is a promise that counts from the first
	 * sending.
	 */
	static void votedLate(StepContext step, LeaderState leader, int member, long leaseNanos) {
		Proposal won = leader.won();
		step.change(leader
			.withAcks(leader.acks().promised(member, won.firstSentNanos(), won.firstSentWallMillis(), leaseNanos)));
		renew(step);
	}

	/**
	 * Heartbeats carry terms from the granted one to the last one won.
	 */
	private static boolean isOfThisLeadership(LeaderState leader, long term) {
		return term >= leader.token() && term <= leader.wonTerm();
	}

	/**
	 * This node's own promise counts as made now. So the lease runs from the (Q-1)-th
	 * newest send time that members acknowledged, and for as long as the shortest of
	 * these promises counts.
	 */
	static void renew(StepContext step) {
		LeaderState leader = step.leader();
		int needed = step.config().quorum() - 1;
		if (leader == null || needed == 0) {
			return;
		}
		int last = leader.acks().last(needed, step.nanos());
		if (last >= 0) {
			extend(step, leader.acks().sentNanos()[last], leader.acks().sentWallMillis()[last],
					leader.acks().counted(last, needed, step.config()));
		}
	}

	private static void extend(StepContext step, long base, long baseWall, long counted) {
		LeaderState leader = step.leader();
		long end = base + step.timing().held(counted);
		if (leader != null && end - leader.lease().endNanos() > 0) {
			Lease lease = new Lease(base, baseWall, end, step.timing().suspensionMargin());
			step.change(leader.withLease(lease));
			step.setDeadline(QuorumTimer.LEASE, end);
			step.beforeSave(new Effect.Renew<>(leader.token(), leader.wonTerm(), lease));
		}
	}

	/**
	 * A member knows a higher term. A leader with a live lease stays and raises its own
	 * term.
	 */
	public static void stale(StepContext step, Envelope<QuorumMessage> envelope, StaleHeartbeat stale) {
		LeaderState leader = step.leader();
		if (leader == null || !step.isAnswerToThisStart(envelope)) {
			return;
		}
		if (stale.term() == leader.wonTerm() && envelope.from().equals(stale.leader())) {
			conflict(step, envelope, stale.term());
		}
		else if (!step.config().isMajority() && stale.leader() != null && !step.self().equals(stale.leader())) {
			// without majorities, two leaders would raise their terms above each other
			// for ever
			RoleChanges.standDown(step, RevocationReason.SUPERSEDED);
		}
		else if (stale.term() > step.ballot().term()) {
			Raising.above(step, stale.term());
		}
	}

	/**
	 * Another node leads the very term this node leads. A promise was broken, so both
	 * stand down.
	 */
	static void conflict(StepContext step, Envelope<QuorumMessage> envelope, long term) {
		step.report(Notice.CONFLICT,
				"'" + envelope.from() + "' leads term " + term
						+ " which this node leads too: both stand down. Check that no two nodes share an id or a state"
						+ " directory, that no state was restored from a copy, and that clocks keep their rate");
		step.reply(envelope, new StaleHeartbeat(term, step.self()));
		RoleChanges.standDown(step, RevocationReason.SUPERSEDED);
	}

}
