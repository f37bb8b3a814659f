package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.Suspicion;
import io.github.leaderelection.internal.quorum.PeerHealth.Report;
import io.github.leaderelection.internal.quorum.PeerHealth.Said;
import io.github.leaderelection.internal.quorum.PeerHealth.Verdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.HealthVerdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.QuorumMessage.SuspicionReport;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What a quorum shares of the members' health: followers tell the leader whom they miss,
 * the leader counts and tells all. While nobody is missed nothing is said. What is said
 * holds for two leases and is said again each half, so a lost message does not matter,
 * and whoever is cut off from the leader soon speaks for itself alone.
 */
final class Verdicts {

	private static final int VALID_LEASES = 2;

	private Verdicts() {
	}

	private static boolean isTimeToRepeat(Turn turn, long sequence) {
		long beats = Math.max(1, turn.timing().leaseNanos() / turn.timing().heartbeatNanos() / 2);
		return sequence % beats == 0;
	}

	private static long validUntil(Turn turn) {
		return turn.nanos() + VALID_LEASES * turn.timing().leaseNanos();
	}

	/**
	 * Tells the leader, with the acknowledgement of its heartbeat, whom this node misses.
	 */
	static void report(Turn turn, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		List<Missed> missed = Health.missed(turn, envelope.from());
		if (turn.health.said().isDue(heartbeat.token(), missed, isTimeToRepeat(turn, heartbeat.sequence()))) {
			turn.health = turn.health.saying(new Said(heartbeat.token(), List.copyOf(missed)));
			turn.reply(envelope, new SuspicionReport(heartbeat.term(), missed.stream().map(Missed::member).toList()));
		}
	}

	/**
	 * A follower told whom it misses. Who is not in this node's list means nothing to it.
	 */
	static void reported(Turn turn, Envelope<QuorumMessage> envelope, SuspicionReport report) {
		if (turn.reign == null || envelope.answers() != turn.config.incarnation()) {
			return;
		}
		boolean[] missed = new boolean[turn.config.others().size()];
		boolean any = false;
		for (NodeId id : report.missed()) {
			int member = turn.config.indexOf(id);
			if (member >= 0) {
				missed[member] = true;
				any = true;
			}
		}
		turn.health = turn.health.withReport(turn.config.indexOf(envelope.from()),
				any ? new Report(missed, validUntil(turn)) : Report.NONE);
	}

	/**
	 * A leader counts, with each heartbeat, and tells all of whom it misses.
	 */
	static void judge(Turn turn, Reign reign, long sequence) {
		Health.update(turn);
		turn.health = turn.health.withVerdict(verdict(turn, reign));
		List<Missed> missed = Health.missed(turn, null);
		if (turn.health.said().isDue(reign.token(), missed, isTimeToRepeat(turn, sequence))) {
			turn.health = turn.health.saying(new Said(reign.token(), List.copyOf(missed)));
			turn.broadcast(new HealthVerdict(reign.wonTerm(), missed));
		}
	}

	/**
	 * Down is who is missed by a quorum, this leader among it. One that this leader
	 * suspects only because it came and went is not missed. What the last leader counted
	 * holds until all have had the time to report to this one.
	 */
	private static @Nullable Verdict verdict(Turn turn, Reign reign) {
		if (!Health.isAnyMissed(turn)) {
			return null;
		}
		Suspicion[] suspicions = turn.health.suspicions();
		Verdict before = turn.health.verdict();
		long lease = turn.timing().leaseNanos();
		boolean counted = turn.nanos() - reign.won().firstSentNanos() >= lease;
		boolean[] missed = new boolean[suspicions.length];
		long[] observers = new long[suspicions.length];
		for (int i = 0; i < suspicions.length; i++) {
			if (suspicions[i].suspected()) {
				missed[i] = true;
				int count = observersOf(turn, i);
				boolean known = !counted && before != null && before.observers()[i] > 0 && suspicions[i].isMissed();
				boolean agreed = count >= turn.config.quorum() && suspicions[i].isLasting(turn.nanos(), lease);
				observers[i] = (agreed || known) ? count : 0;
			}
		}
		return new Verdict(missed, observers, 0, validUntil(turn));
	}

	/**
	 * How many miss a member: this leader, and of those it hears all that say so.
	 */
	private static int observersOf(Turn turn, int member) {
		int count = 1;
		Report[] reports = turn.health.reports();
		for (int i = 0; i < reports.length; i++) {
			if (i != member && !turn.health.suspicions()[i].isMissed() && reports[i].names(member, turn.nanos())) {
				count++;
			}
		}
		return count;
	}

	/**
	 * The leader told what it knows.
	 */
	static void told(Turn turn, Envelope<QuorumMessage> envelope, HealthVerdict said) {
		KnownLeader known = turn.leader;
		if (known == null || !known.direct() || !known.id().equals(envelope.from())
				|| known.incarnation() != envelope.incarnation() || said.term() < known.term()) {
			return;
		}
		int others = turn.config.others().size();
		boolean[] missed = new boolean[others];
		long[] observers = new long[others];
		long own = 0;
		boolean any = false;
		for (Missed each : said.missed()) {
			int member = turn.config.indexOf(each.member());
			int count = Math.min(Math.max(0, each.observers()), others + 1);
			if (member >= 0) {
				missed[member] = true;
				observers[member] = count;
				any = true;
			}
			else if (each.member().equals(turn.self())) {
				own = count;
				any = true;
			}
		}
		turn.health = turn.health.withVerdict(any ? new Verdict(missed, observers, own, validUntil(turn)) : null);
	}

	/**
	 * Those of whom this node knows that they miss a member, in the order of their ids.
	 */
	static List<NodeId> observersKnown(Turn turn, int member) {
		List<NodeId> known = new ArrayList<>();
		if (turn.health.suspicions()[member].suspected()) {
			known.add(turn.self());
		}
		Verdict verdict = turn.health.verdict();
		NodeId leader = turn.health.ledBy();
		if (turn.reign == null && leader != null && verdict != null && verdict.missed()[member]) {
			known.add(leader);
		}
		Report[] reports = turn.health.reports();
		for (int i = 0; i < reports.length && turn.reign != null; i++) {
			if (reports[i].names(member, turn.nanos())) {
				known.add(turn.config.others().get(i));
			}
		}
		return known.stream().sorted().toList();
	}

}
