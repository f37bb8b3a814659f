package io.github.leaderelection.internal.quorum.health;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.Suspicion;
import io.github.leaderelection.internal.quorum.HealthReports.Report;
import io.github.leaderelection.internal.quorum.HealthReports.Said;
import io.github.leaderelection.internal.quorum.HealthReports.Verdict;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.HealthVerdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.QuorumMessage.SuspicionReport;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The members' health as a quorum sees it. Followers report to the leader whom they miss;
 * the leader counts and tells all. While nobody is missed, nothing is sent. A report is
 * valid for two leases and is repeated every half lease, so a lost message does not
 * matter. A node that is cut off from the leader soon relies on itself alone.
 */
public final class Verdicts {

	private static final int VALID_LEASES = 2;

	private Verdicts() {
	}

	private static boolean isTimeToRepeat(StepContext step, long sequence) {
		long beats = Math.max(1, step.timing().leaseNanos() / step.timing().heartbeatNanos() / 2);
		return sequence % beats == 0;
	}

	private static long validUntil(StepContext step) {
		return step.nanos() + VALID_LEASES * step.timing().leaseNanos();
	}

	/**
	 * Reports to the leader whom this node misses, together with an acknowledgement.
	 */
	public static void report(StepContext step, Envelope<QuorumMessage> envelope, LeaderHeartbeat heartbeat) {
		List<Missed> missed = Health.missed(step, envelope.from());
		if (step.state()
			.reports()
			.said()
			.isDue(heartbeat.token(), missed, isTimeToRepeat(step, heartbeat.sequence()))) {
			step.change(step.state().reports().saying(new Said(heartbeat.token(), List.copyOf(missed))));
			step.reply(envelope, new SuspicionReport(heartbeat.term(), missed.stream().map(Missed::member).toList()));
		}
	}

	/**
	 * A follower reported whom it misses. Members outside this node's list are ignored.
	 */
	public static void reported(StepContext step, Envelope<QuorumMessage> envelope, SuspicionReport report) {
		if (step.leader() == null || !step.isAnswerToThisStart(envelope)) {
			return;
		}
		boolean[] missed = new boolean[step.config().others().size()];
		boolean any = false;
		for (NodeId id : report.missed()) {
			int member = step.config().indexOf(id);
			if (member >= 0) {
				missed[member] = true;
				any = true;
			}
		}
		step.change(step.state()
			.reports()
			.withReport(step.sender(envelope), any ? new Report(missed, validUntil(step)) : Report.NONE));
	}

	/**
	 * A leader counts with each heartbeat, and tells all members whom it misses.
	 */
	public static void judge(StepContext step, LeaderState leader, long sequence) {
		Health.update(step);
		know(step, verdict(step, leader));
		List<Missed> missed = Health.missed(step, null);
		if (step.state().reports().said().isDue(leader.token(), missed, isTimeToRepeat(step, sequence))) {
			step.change(step.state().reports().saying(new Said(leader.token(), List.copyOf(missed))));
			step.broadcast(new HealthVerdict(leader.wonTerm(), missed));
		}
	}

	/**
	 * A member is down if a quorum misses it, this leader among them. A member that only
	 * came and went is suspected, not missed. The count of the last leader holds until
	 * all had time to report to this one.
	 */
	private static @Nullable Verdict verdict(StepContext step, LeaderState leader) {
		if (!Health.isAnyMissed(step)) {
			return null;
		}
		Suspicion[] suspicions = step.state().health().suspicions();
		Verdict before = step.state().reports().verdict(step.nanos());
		long lease = step.timing().leaseNanos();
		boolean counted = step.nanos() - leader.won().firstSentNanos() >= lease;
		boolean[] missed = new boolean[suspicions.length];
		long[] observers = new long[suspicions.length];
		for (int i = 0; i < suspicions.length; i++) {
			if (suspicions[i].suspected()) {
				missed[i] = true;
				int count = observersOf(step, i);
				boolean known = !counted && before != null && before.observers()[i] > 0 && suspicions[i].isMissed();
				boolean agreed = count >= step.config().quorum() && suspicions[i].isLasting(step.nanos(), lease);
				observers[i] = (agreed || known) ? count : 0;
			}
		}
		return new Verdict(missed, observers, 0, validUntil(step));
	}

	/**
	 * How many miss a member: this leader, and all members it hears that report so.
	 */
	private static int observersOf(StepContext step, int member) {
		int count = 1;
		Report[] reports = step.state().reports().reports();
		for (int i = 0; i < reports.length; i++) {
			if (i != member && !step.state().health().suspicions()[i].isMissed()
					&& reports[i].names(member, step.nanos())) {
				count++;
			}
		}
		return count;
	}

	private static void know(StepContext step, @Nullable Verdict verdict) {
		step.change(step.state().reports().withVerdict(verdict));
	}

	/** Nobody has reported yet to a new leader. */
	public static void lead(StepContext step) {
		step.change(step.state().reports().withoutReports());
	}

	/**
	 * The leader told its verdict.
	 */
	public static void told(StepContext step, Envelope<QuorumMessage> envelope, HealthVerdict said) {
		KnownLeader known = step.known();
		if (known == null || !known.isSenderOf(envelope) || said.term() < known.term()) {
			return;
		}
		int others = step.config().others().size();
		boolean[] missed = new boolean[others];
		long[] observers = new long[others];
		long own = 0;
		boolean any = false;
		for (Missed each : said.missed()) {
			int member = step.config().indexOf(each.member());
			int count = Math.min(Math.max(0, each.observers()), others + 1);
			if (member >= 0) {
				missed[member] = true;
				observers[member] = count;
				any = true;
			}
			else if (each.member().equals(step.self())) {
				own = count;
				any = true;
			}
		}
		know(step, any ? new Verdict(missed, observers, own, validUntil(step)) : null);
	}

	/**
	 * The members known to miss a member, in the order of their ids.
	 */
	public static List<NodeId> observersKnown(StepContext step, int member) {
		List<NodeId> known = new ArrayList<>();
		if (step.state().health().suspicions()[member].suspected()) {
			known.add(step.self());
		}
		Verdict verdict = step.state().reports().verdict(step.nanos());
		NodeId leader = step.state().health().ledBy();
		if (step.leader() == null && leader != null && verdict != null && verdict.missed()[member]) {
			known.add(leader);
		}
		Report[] reports = step.state().reports().reports();
		for (int i = 0; i < reports.length && step.leader() != null; i++) {
			if (reports[i].names(member, step.nanos())) {
				known.add(step.config().others().get(i));
			}
		}
		return known.stream().sorted().toList();
	}

}
