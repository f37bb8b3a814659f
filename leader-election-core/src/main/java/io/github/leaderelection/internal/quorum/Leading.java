package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.spi.Envelope;

/**
 * Holding a grant: heartbeats, the lease they earn, and the end of both.
 */
final class Leading {

	private Leading() {
	}

	/**
	 * The winner is granted with its votes and beats at once: a vote is a promise.
	 */
	static void begin(Turn turn, Candidacy won, Lease lease) {
		Backing backing = Backing.none(turn.config).voted(won, turn.nanos());
		turn.reign = new Reign(won, won.term(), lease, backing, SentBeats.none(turn.timing()), null, won.term(), null);
		turn.promise = null;
		turn.leader = null;
		turn.clearDeadline(QuorumTimer.LEADER_LOST);
		turn.clearDeadline(QuorumTimer.ATTEMPT);
		turn.counters = turn.counters.withFailedRounds(0).withCoolDownEnd(Turn.NONE);
		turn.yieldedTo = List.of();
		turn.then(new Effect.Grant<>(won.term(), won.term(), lease));
		turn.setDeadline(QuorumTimer.LEASE, lease.endNanos());
		Health.leads(turn);
		beat(turn);
	}

	/**
	 * Before anything else is handled a leader looks at its lease: an ended one is never
	 * extended, whatever arrives late.
	 */
	static void endIfLeaseOver(Turn turn) {
		Reign reign = turn.reign;
		if (reign != null && !reign.lease().valid(turn.now)) {
			boolean suspended = reign.lease().suspended(turn.nanos(), turn.now.wallMillis());
			standDown(turn, suspended ? RevocationReason.STALLED : RevocationReason.LEASE_EXPIRED);
		}
	}

	static void watchLease(Turn turn) {
		if (turn.reign != null) {
			turn.setDeadline(QuorumTimer.LEASE, turn.reign.lease().endNanos());
		}
	}

	/**
	 * The published grant ended at the end of its lease although the loop may have
	 * reckoned with a later one: what was not published was not held.
	 */
	static void grantEnded(Turn turn, long token) {
		if (turn.reign != null && turn.reign.token() == token) {
			standDown(turn, RevocationReason.LEASE_EXPIRED);
		}
	}

	/**
	 * A node that stood still does not accuse others of its own pause; one that stood
	 * still for longer than a lease does not lead before it knows more.
	 */
	static void loopLate(Turn turn, long late) {
		turn.report(Notice.STALLED, "the loop stood still for " + late / 1_000_000 + " ms");
		Health.stoodStill(turn, late);
		if (turn.reign != null) {
			if (late >= turn.timing().leaseNanos()) {
				standDown(turn, RevocationReason.STALLED);
				return;
			}
			turn.reign = turn.reign.withBacking(turn.reign.backing().excusing(late, turn.nanos()));
		}
		KnownLeader known = turn.leader;
		if (known != null && known.direct()) {
			turn.leader = known.excusing(late, turn.nanos(),
					turn.nanos() - turn.silence() + turn.timing().heartbeatNanos());
			Health.excused(turn, turn.leader);
		}
	}

	static long earlier(long a, long b) {
		return (a - b < 0) ? a : b;
	}

	/**
	 * Sends a heartbeat to everybody.
	 */
	static void beat(Turn turn) {
		Reign reign = turn.reign;
		if (reign == null) {
			return;
		}
		turn.counters = turn.counters.nextBeat();
		long sequence = turn.counters.beat();
		boolean backed = hearsQuorum(turn, reign);
		long untilNext = untilNextBeat(turn, reign);
		reign = reign.withBeats(reign.beats().atPace(turn.timing(), untilNext).sent(sequence, turn.now, backed));
		turn.reign = reign;
		NodeId target = (reign.drain() != null) ? reign.drain().target() : null;
		turn.broadcast(new LeaderHeartbeat(reign.wonTerm(), reign.token(), sequence, backed, turn.timing().leaseNanos(),
				turn.pace.roundTripNanos(), Ranks.successors(turn, reign, target)));
		turn.setDeadline(QuorumTimer.HEARTBEAT, turn.nanos() + untilNext);
		Verdicts.judge(turn, reign, sequence);
		Broadcasting.repeat(turn, reign);
		if (backed) {
			Raising.proposeAgain(turn);
		}
		if (turn.config.quorum() == 1) {
			extend(turn, turn.nanos(), turn.now.wallMillis(), turn.timing().leaseNanos());
		}
	}

	private static long untilNextBeat(Turn turn, Reign reign) {
		long own = turn.timing().leaseNanos();
		Backing backing = reign.backing();
		return backing.leasesDiffer(own) ? turn.timing().heartbeatAmong(backing.shortestLease(own))
				: turn.timing().heartbeatNanos();
	}

	/**
	 * Whether answers of a quorum arrived, of each member within the time that the gaps
	 * between its own make one expect: one may be far, or its network unsteady.
	 */
	static boolean hearsQuorum(Turn turn, Reign reign) {
		int heard = 1;
		for (int i = 0; i < turn.peers.length; i++) {
			long silence = turn.config.silence(turn.health.gaps()[i]);
			heard += reign.backing().heardWithin(i, silence, turn.nanos()) ? 1 : 0;
		}
		return heard >= turn.config.quorum();
	}

	/**
	 * Counts an acknowledgement from the SEND time of its heartbeat, and as a promise
	 * only if it is one and that heartbeat was sent as backed.
	 */
	static void acknowledged(Turn turn, Envelope<QuorumMessage> envelope, HeartbeatResponse response) {
		Reign reign = turn.reign;
		if (reign == null || envelope.answers() != turn.config.incarnation()
				|| !reign.beats().knows(response.sequence()) || !isOfThisReign(reign, response.term())) {
			return;
		}
		int member = turn.config.indexOf(envelope.from());
		long sent = reign.beats().nanos(response.sequence());
		turn.pace = turn.pace.roundTrip(turn.nanos() - sent);
		turn.setPeer(member, turn.peer(member).withEligible(response.eligible()));
		Backing backing = reign.backing().arrived(member, turn.nanos());
		if (response.promised() && reign.beats().backed(response.sequence())) {
			backing = backing.promised(member, sent, reign.beats().wallMillis(response.sequence()),
					response.leaseNanos());
		}
		turn.reign = reign.withBacking(backing);
		renew(turn);
	}

	/**
	 * Heartbeats carry the terms from the one that was granted to the last one won.
	 */
	private static boolean isOfThisReign(Reign reign, long term) {
		return term >= reign.token() && term <= reign.wonTerm();
	}

	/**
	 * The lease ends as long as those promises count after the Q-th newest send time that
	 * was acknowledged, this node's own counting as now.
	 */
	static void renew(Turn turn) {
		Reign reign = turn.reign;
		int needed = turn.config.quorum() - 1;
		if (reign == null || needed == 0) {
			return;
		}
		int last = reign.backing().last(needed, turn.nanos());
		if (last >= 0) {
			extend(turn, reign.backing().sentNanos()[last], reign.backing().sentWallMillis()[last],
					reign.backing().counted(last, needed, turn.config));
		}
	}

	private static void extend(Turn turn, long base, long baseWall, long counted) {
		Reign reign = turn.reign;
		long end = base + turn.timing().held(counted);
		if (reign != null && end - reign.lease().endNanos() > 0) {
			Lease lease = new Lease(base, baseWall, end, turn.timing().suspensionMargin());
			turn.reign = reign.withLease(lease);
			turn.setDeadline(QuorumTimer.LEASE, end);
			turn.first(new Effect.Renew<>(reign.token(), reign.wonTerm(), lease));
		}
	}

	/**
	 * A member knows a higher term: a leader whose lease lives stays and raises its own.
	 */
	static void stale(Turn turn, Envelope<QuorumMessage> envelope, StaleHeartbeat stale) {
		Reign reign = turn.reign;
		if (reign == null || envelope.answers() != turn.config.incarnation()) {
			return;
		}
		if (stale.term() == reign.wonTerm() && envelope.from().equals(stale.leader())) {
			conflict(turn, envelope, stale.term());
		}
		else if (!turn.config.isMajority() && stale.leader() != null && !turn.self().equals(stale.leader())) {
			// two that each do without a majority would raise above one another for ever
			standDown(turn, RevocationReason.SUPERSEDED);
		}
		else if (stale.term() > turn.ballot.term()) {
			Raising.above(turn, stale.term());
		}
	}

	/**
	 * Another leader of the very term this node leads: a promise was broken somewhere,
	 * and neither may go on.
	 */
	static void conflict(Turn turn, Envelope<QuorumMessage> envelope, long term) {
		turn.report(Notice.CONFLICT,
				"'" + envelope.from() + "' leads term " + term
						+ " which this node leads too: both stand down. Check that no two nodes share an id or a state"
						+ " directory, that no state was restored from a copy, and that clocks keep their rate");
		turn.reply(envelope, new StaleHeartbeat(term, turn.self()));
		standDown(turn, RevocationReason.SUPERSEDED);
	}

	/**
	 * Ends the grant, and only then cedes: a leader never cedes anything while a lease of
	 * its own lives.
	 */
	static void standDown(Turn turn, RevocationReason reason) {
		Reign reign = turn.reign;
		if (reign == null) {
			return;
		}
		turn.first(new Effect.Revoke<>(reign.token(), reason));
		turn.reign = null;
		turn.clearDeadline(QuorumTimer.HEARTBEAT);
		turn.clearDeadline(QuorumTimer.LEASE);
		turn.clearDeadline(QuorumTimer.DRAIN);
		NodeId target = (reign.drain() != null) ? reign.drain().target() : null;
		List<NodeId> successors = Ranks.successors(turn, reign, target);
		boolean chosen = target != null && !successors.isEmpty() && successors.get(0).equals(target);
		LeadershipCession cession = new LeadershipCession(reign.highestProposed(), successors, chosen);
		for (NodeId other : turn.config.others()) {
			// names terms that were saved long ago: a slow disk must not delay the
			// successor
			turn.first(new Effect.Send<>(other, cession, 0));
		}
		turn.successors = successors;
		if (!turn.held.isEmpty()) {
			turn.setDeadline(QuorumTimer.HELD, turn.nanos());
		}
		HandOver.ended(turn, reign);
		if (!turn.stopped) {
			Following.suspectLater(turn);
		}
	}

}
