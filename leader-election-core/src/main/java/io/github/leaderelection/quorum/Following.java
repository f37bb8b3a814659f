package io.github.leaderelection.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.protocol.Effect;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.protocol.Notice;
import io.github.leaderelection.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.quorum.QuorumMessage.StaleHeartbeat;
import org.jspecify.annotations.Nullable;

/**
 * What a node does with heartbeats: follow, promise, acknowledge; and when it stops
 * believing in a leader.
 */
final class Following {

	private Following() {
	}

	static void heartbeat(Turn turn, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		NodeId from = envelope.from();
		if (turn.peer(turn.config.indexOf(from)).hasCeded(envelope.incarnation(), heartbeat.term())) {
			return;
		}
		Reign reign = turn.reign;
		if (reign != null && heartbeat.term() == reign.wonTerm()) {
			Leading.conflict(turn, envelope, heartbeat.term());
			return;
		}
		if (reign != null && heartbeat.term() > reign.wonTerm()) {
			Leading.standDown(turn, RevocationReason.SUPERSEDED);
			if (turn.stopped) {
				return;
			}
		}
		if (heartbeat.term() < turn.ballot.term()) {
			turn.reply(envelope, new StaleHeartbeat(turn.ballot.term(), leaderHint(turn)));
			return;
		}
		reportTwoLeaders(turn, from, heartbeat.term());
		Standing.giveUp(turn);
		if (heartbeat.term() > turn.ballot.term()) {
			if (!turn.canSave()) {
				know(turn, from, envelope.incarnation(), heartbeat.term(), heartbeat.backed());
				return;
			}
			turn.ballot = turn.ballot.withTerm(heartbeat.term());
		}
		turn.successors = heartbeat.successors();
		know(turn, from, envelope.incarnation(), heartbeat.term(), heartbeat.backed());
		acknowledge(turn, envelope, heartbeat);
	}

	private static void reportTwoLeaders(Turn turn, NodeId from, long term) {
		KnownLeader known = turn.leader;
		if (known != null && known.direct() && known.term() == term && !known.id().equals(from)) {
			turn.report(Notice.CONFLICT, "'" + from + "' and '" + known.id() + "' both lead term " + term);
		}
	}

	private static @Nullable NodeId leaderHint(Turn turn) {
		if (turn.reign != null) {
			return turn.self();
		}
		return (turn.leader != null) ? turn.leader.id() : null;
	}

	/**
	 * An acknowledgement of a backed heartbeat is a promise; of one that is not backed it
	 * says only that it was heard.
	 */
	private static void acknowledge(Turn turn, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		NodeId from = envelope.from();
		if (heartbeat.backed()) {
			Scouting.abandon(turn);
			turn.counters = turn.counters.withFailedRounds(0);
			turn.yieldedTo = List.of();
			suspectLater(turn);
		}
		if (turn.promisedToAnother(from)) {
			return;
		}
		if (heartbeat.backed()) {
			if (!Promises.mayPromise(turn, heartbeat.spanNanos())) {
				return;
			}
			Promises.promise(turn, envelope, heartbeat.term(), heartbeat.spanNanos());
		}
		turn.reply(envelope, new HeartbeatResponse(heartbeat.term(), heartbeat.sequence()));
	}

	/**
	 * The moment to scout if nothing more is heard of the leader.
	 */
	static void suspectLater(Turn turn) {
		turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + turn.suspicion() + Ranks.ownDelay(turn));
	}

	/**
	 * Takes a member to be the leader.
	 * @param incarnation the start of it that was heard, 0 for what others said
	 * @param backed whether it has a quorum
	 */
	static void know(Turn turn, NodeId id, long incarnation, long term, boolean backed) {
		KnownLeader known = turn.leader;
		boolean direct = incarnation != 0;
		boolean same = known != null && known.id().equals(id) && known.direct() == direct;
		if (known == null || !same || known.term() != term) {
			turn.first(new Effect.FollowLeader<>(id, term, direct));
		}
		long nanos = turn.nanos();
		long heard = nanos;
		if (!backed) {
			heard = (known != null && same) ? known.heardNanos() : nanos - turn.suspicion();
		}
		else if (known != null && same && direct) {
			turn.pace = turn.pace.gap(nanos - known.heardNanos());
		}
		turn.leader = new KnownLeader(id, incarnation, term, direct, heard);
		turn.setDeadline(QuorumTimer.LEADER_LOST, heard + turn.timing().leaseNanos());
	}

	static void forgetIfSilent(Turn turn) {
		KnownLeader known = turn.leader;
		if (known == null) {
			return;
		}
		long silentAt = known.heardNanos() + turn.timing().leaseNanos();
		if (turn.now.reached(silentAt)) {
			forget(turn);
		}
		else {
			turn.setDeadline(QuorumTimer.LEADER_LOST, silentAt);
		}
	}

	/**
	 * No leader is known any more.
	 */
	static void forget(Turn turn) {
		if (turn.leader != null) {
			turn.leader = null;
			turn.counters = turn.counters.leaderlessSince(turn.nanos());
			turn.clearDeadline(QuorumTimer.LEADER_LOST);
			turn.first(new Effect.LeaderLost<>());
		}
	}

}
