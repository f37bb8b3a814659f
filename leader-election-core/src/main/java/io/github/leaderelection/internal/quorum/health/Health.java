package io.github.leaderelection.internal.quorum.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.Suspicion;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.HealthReports.Verdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.PeerHealth;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.step.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * Which members are well, as this node sees it. A leader misses members that do not
 * acknowledge; a follower misses a leader that does not beat. Every node misses members
 * without a link. This is reported only: it does not decide who leads.
 */
public final class Health {

	private Health() {
	}

	/**
	 * A message of a member ends its silence.
	 */
	public static void heard(StepContext step, int member, QuorumMessage body) {
		if (step.leader() != null && body instanceof HeartbeatResponse) {
			measure(step, member);
		}
		step.change(step.state().health().heard(member, step.nanos()));
	}

	/**
	 * A gap longer than a lease is an outage and is not measured.
	 */
	private static void measure(StepContext step, int member) {
		PeerHealth health = step.state().health();
		long since = health.since(member);
		if (since != Timing.NONE && step.nanos() - since <= step.timing().leaseNanos()) {
			step.change(health.measured(member,
					step.config()
						.detector()
						.measured(health.gaps()[member], step.nanos() - since, step.config().bounds())));
		}
	}

	public static void linked(StepContext step, int member) {
		countFrom(step, member, step.nanos());
	}

	private static void countFrom(StepContext step, int member, long nanos) {
		step.change(step.state().health().countingFrom(member, nanos));
	}

	/**
	 * Followers do not talk to one another, so a new leader counts silence from now on.
	 */
	public static void leads(StepContext step) {
		excuse(step, (since) -> step.nanos());
		step.change(step.state().health().leading());
	}

	/**
	 * A pause of this node does not count as silence of others.
	 */
	public static void stoodStill(StepContext step, long late) {
		excuse(step, (since) -> Timing.earlier(since + late, step.nanos()));
	}

	private static void excuse(StepContext step, LongUnaryOperator counts) {
		PeerHealth health = step.state().health();
		for (int i = 0; i < step.config().others().size(); i++) {
			if (health.wasLinked(i)) {
				countFrom(step, i, counts.applyAsLong(health.since(i)));
			}
		}
	}

	/**
	 * The leader gets the same extra time here as it gets before it is suspected.
	 */
	public static void leaderExcused(StepContext step) {
		KnownLeader known = step.known();
		if (known != null && known.direct()) {
			int member = step.config().indexOf(known.id());
			PeerHealth health = step.state().health();
			if (health.wasLinked(member) && known.heardNanos() - health.since(member) > 0) {
				countFrom(step, member, known.heardNanos());
			}
		}
	}

	/**
	 * Reports, at the end of a step, each change once.
	 */
	public static void review(StepContext step) {
		if (step.state().stopped()) {
			return;
		}
		update(step);
		MemberState[] told = step.state().health().told();
		for (int i = 0; i < told.length; i++) {
			MemberState state = state(step, i);
			if (state != told[i]) {
				step.change(step.state().health().withTold(i, state));
				step.beforeSave(new Effect.MemberChanged<>(step.config().others().get(i), state, observers(step, i)));
			}
		}
	}

	/**
	 * Takes the time that has passed into account.
	 */
	public static void update(StepContext step) {
		KnownLeader known = step.known();
		NodeId leader = (known != null && known.direct()) ? known.id() : null;
		if (!Objects.equals(leader, step.state().health().ledBy())) {
			step.change(step.state().health().led(leader, step.nanos()));
		}
		for (int i = 0; i < step.config().others().size(); i++) {
			Suspicion before = step.state().health().suspicions()[i];
			Suspicion next = before.next(isMissed(step, i), step.nanos(), step.timing().leaseNanos());
			if (next != before) {
				step.change(step.state().health().withSuspicion(i, next));
			}
		}
	}

	private static boolean isMissed(StepContext step, int member) {
		long since = step.state().health().since(member);
		if (!step.peer(member).connected()) {
			return step.state().health().wasLinked(member)
					|| step.nanos() - step.startup().beganNanos() >= step.timing().leaseNanos();
		}
		if (step.leader() != null) {
			return isSilent(step, member);
		}
		NodeId id = step.config().others().get(member);
		if (id.equals(step.state().health().ledBy())) {
			return isSilent(step, member);
		}
		// a linked member without anything to say is well; one that fell silent is well
		// again once it is heard, or a leader says so
		Suspicion before = step.state().health().suspicions()[member];
		return before.suspected() && since - before.sinceNanos() <= 0 && !isVouchedFor(step, member);
	}

	private static boolean isSilent(StepContext step, int member) {
		long since = step.state().health().since(member);
		if (since == Timing.NONE || step.nanos() - since < step.config().bounds().leastNanos()) {
			return false;
		}
		long silence = (step.leader() != null) ? step.config().silence(step.state().health().gaps()[member])
				: step.config().silence(step.state().measurements().gaps());
		return step.nanos() - since >= silence;
	}

	/**
	 * Whether this node has followed a leader long enough to know that the leader hears
	 * the member.
	 */
	private static boolean isVouchedFor(StepContext step, int member) {
		NodeId leader = step.state().health().ledBy();
		if (leader == null || step.nanos() - step.state().health().ledSinceNanos() < step.timing().leaseNanos()
				|| isSilent(step, step.config().indexOf(leader))) {
			return false;
		}
		Verdict verdict = step.state().reports().verdict(step.nanos());
		return verdict == null || !verdict.missed()[member];
	}

	/**
	 * The state of a member. Only a quorum decides that a member is down.
	 */
	public static MemberState state(StepContext step, int member) {
		if (observers(step, member) > 0) {
			return MemberState.DOWN;
		}
		if (!step.state().health().wasLinked(member)) {
			return MemberState.UNKNOWN;
		}
		return step.state().health().suspicions()[member].suspected() ? MemberState.SUSPECTED : MemberState.UP;
	}

	public static int observers(StepContext step, int member) {
		Verdict verdict = step.state().reports().verdict(step.nanos());
		return (verdict != null) ? (int) verdict.observers()[member] : 0;
	}

	/**
	 * How sure this node is that a member is gone, null for a member without anything to
	 * say.
	 */
	public static @Nullable Double phi(StepContext step, int member) {
		long since = step.state().health().since(member);
		boolean leads = step.leader() != null;
		boolean talks = leads || step.config().others().get(member).equals(step.state().health().ledBy());
		if (!talks || since == Timing.NONE || !step.peer(member).connected()) {
			return null;
		}
		return step.config()
			.detector()
			.phi(leads ? step.state().health().gaps()[member] : step.state().measurements().gaps(),
					Math.max(0, step.nanos() - since), step.config().bounds());
	}

	static boolean isAnyMissed(StepContext step) {
		for (Suspicion suspicion : step.state().health().suspicions()) {
			if (suspicion.suspected()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The members this node misses. Allocates nothing in the usual case that it misses
	 * nobody.
	 * @param except who is left out, or null
	 */
	static List<Missed> missed(StepContext step, @Nullable NodeId except) {
		if (!isAnyMissed(step)) {
			return List.of();
		}
		List<Missed> missed = new ArrayList<>();
		Suspicion[] suspicions = step.state().health().suspicions();
		for (int i = 0; i < suspicions.length; i++) {
			NodeId id = step.config().others().get(i);
			if (suspicions[i].suspected() && !id.equals(except)) {
				missed.add(new Missed(id, (step.leader() != null) ? observers(step, i) : 0));
			}
		}
		return missed;
	}

}
