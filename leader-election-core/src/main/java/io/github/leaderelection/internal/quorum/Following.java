package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What a node does with heartbeats: follow, promise, acknowledge; and when it stops
 * believing in a leader.
 */
final class Following {

	private Following() {
	}

	static void heartbeat(Turn turn, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		if (heartbeat.term() <= 0) {
			// nobody was ever granted it
			return;
		}
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
				// its own term lags behind then: it must not lead under a token it
				// followed
				turn.counters = turn.counters.aboveFloor(heartbeat.term());
				know(turn, heard(turn, envelope, heartbeat), heartbeat.backed());
				return;
			}
			turn.ballot = turn.ballot.withTerm(heartbeat.term());
			Scouting.beginAnew(turn);
		}
		turn.successors = heartbeat.successors();
		turn.pace = turn.pace.told(heartbeat.roundTripNanos());
		know(turn, heard(turn, envelope, heartbeat), heartbeat.backed());
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
	 * says only that it was heard. So it does while a vote that this node has forgotten
	 * may still make another leader.
	 */
	private static void acknowledge(Turn turn, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		NodeId from = envelope.from();
		if (heartbeat.backed()) {
			Scouting.abandon(turn);
			turn.counters = turn.counters.withFailedRounds(0);
			turn.yieldedTo = List.of();
			turn.counters = turn.counters.withYieldEnd(Turn.NONE);
			suspectLater(turn);
		}
		if (turn.promisedToAnother(envelope)) {
			return;
		}
		boolean promises = heartbeat.backed() && !turn.startup.mayHaveOpenVote(turn.now);
		if (promises) {
			if (!Promises.mayPromise(turn, heartbeat.spanNanos())) {
				return;
			}
			Promises.promise(turn, envelope, heartbeat.term(), heartbeat.spanNanos());
		}
		turn.reply(envelope, new HeartbeatResponse(heartbeat.term(), heartbeat.sequence(), turn.eligible, promises,
				turn.timing().leaseNanos()));
		Verdicts.report(turn, envelope, heartbeat);
	}

	/**
	 * The moment to scout if nothing more is heard of the leader.
	 */
	static void suspectLater(Turn turn) {
		long silence = turn.silence();
		turn.setDeadline(QuorumTimer.ATTEMPT,
				turn.nanos() + silence + Ranks.ownDelayWithin(turn, turn.timing().leaseNanos() - silence));
	}

	private static boolean isExcused(Turn turn) {
		return turn.leader != null && turn.leader.excused();
	}

	private static KnownLeader heard(Turn turn, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		return new KnownLeader(envelope.from(), envelope.incarnation(), heartbeat.term(), heartbeat.token(), true,
				turn.nanos(), !heartbeat.backed() && isExcused(turn));
	}

	/**
	 * Takes a member to be the leader.
	 * @param heard who, heard or heard of now
	 * @param backed whether it has a quorum
	 */
	static void know(Turn turn, KnownLeader heard, boolean backed) {
		KnownLeader known = turn.leader;
		boolean same = known != null && known.id().equals(heard.id()) && known.direct() == heard.direct();
		if (known == null || !same || known.term() != heard.term()) {
			turn.first(new Effect.FollowLeader<>(heard.id(), heard.term(), heard.token(), heard.direct()));
		}
		long at = turn.nanos();
		if (!backed) {
			at = (known != null && same) ? known.heardNanos() : at - turn.silence();
		}
		else if (known != null && same && heard.direct()) {
			turn.pace = turn.pace.withGaps(
					turn.config.detector().measured(turn.pace.gaps(), at - known.heardNanos(), turn.config.bounds()));
		}
		turn.leader = heard.heardAt(at);
		turn.setDeadline(QuorumTimer.LEADER_LOST, at + turn.timing().leaseNanos());
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
			turn.clearDeadline(QuorumTimer.LEADER_LOST);
			turn.first(new Effect.LeaderLost<>());
		}
	}

}
