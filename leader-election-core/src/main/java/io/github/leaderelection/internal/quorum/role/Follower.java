package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.health.Verdicts;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.LeaderWatch;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.internal.quorum.step.Voter;
import io.github.leaderelection.spi.Envelope;

/**
 * What a node does with heartbeats: follow, promise, acknowledge.
 */
public final class Follower {

	private Follower() {
	}

	public static void heartbeat(StepContext step, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		if (heartbeat.term() <= 0) {
			// nobody was ever granted it
			return;
		}
		NodeId from = envelope.from();
		if (step.peer(step.sender(envelope)).isVoid(envelope.incarnation(), heartbeat.term())) {
			return;
		}
		LeaderState leader = step.leader();
		if (leader != null && heartbeat.term() == leader.wonTerm()) {
			Leader.conflict(step, envelope, heartbeat.term());
			return;
		}
		if (leader != null && heartbeat.term() > leader.wonTerm()) {
			RoleChanges.standDown(step, RevocationReason.SUPERSEDED);
			if (step.state().stopped()) {
				return;
			}
		}
		if (heartbeat.term() < step.ballot().term()) {
			step.reply(envelope, new StaleHeartbeat(step.ballot().term(), step.state().leaderId()));
			return;
		}
		reportTwoLeaders(step, from, heartbeat.term());
		RoleChanges.giveUp(step);
		if (heartbeat.term() > step.ballot().term()) {
			if (!step.state().commitments().canSave()) {
				// The higher term cannot be saved, so the own one stays behind: never
				// propose that term or a lower one.
				Doubts.stayAbove(step, heartbeat.term());
				LeaderWatch.know(step, heard(step, envelope, heartbeat), heartbeat.backed());
				return;
			}
			Voter.adopt(step, heartbeat.term());
			RoleChanges.scoutAnew(step);
		}
		Attempts.successorsNamed(step, heartbeat.successors());
		step.change(step.state().measurements().told(heartbeat.roundTripNanos()));
		LeaderWatch.know(step, heard(step, envelope, heartbeat), heartbeat.backed());
		acknowledge(step, envelope, heartbeat);
	}

	private static void reportTwoLeaders(StepContext step, NodeId from, long term) {
		KnownLeader known = step.known();
		if (known != null && known.direct() && known.term() == term && !known.id().equals(from)) {
			step.report(Notice.CONFLICT, "'" + from + "' and '" + known.id() + "' both lead term " + term);
		}
	}

	/**
	 * Acknowledging a backed heartbeat is a promise. Acknowledging another one is not,
	 * nor any while a forgotten vote of this node may still elect another leader.
	 */
	private static void acknowledge(StepContext step, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		if (heartbeat.backed()) {
			RoleChanges.abandonScouting(step);
			Attempts.led(step);
		}
		if (step.state().isPromisedToAnother(envelope, step.nanos())) {
			return;
		}
		boolean promises = heartbeat.backed() && !step.startup().mayHaveOpenVote(step.now());
		if (promises) {
			if (!Voter.mayPromise(step, heartbeat.spanNanos())) {
				return;
			}
			Voter.promise(step, envelope, heartbeat.term(), heartbeat.spanNanos());
		}
		step.reply(envelope, new HeartbeatResponse(heartbeat.term(), heartbeat.sequence(), step.state().eligible(),
				promises, step.timing().leaseNanos()));
		Verdicts.report(step, envelope, heartbeat);
	}

	private static KnownLeader heard(StepContext step, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		KnownLeader known = step.known();
		return new KnownLeader(envelope.from(), envelope.incarnation(), heartbeat.term(), heartbeat.token(), true,
				step.nanos(), !heartbeat.backed() && known != null && known.excused());
	}

}
