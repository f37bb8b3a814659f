package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.Suspicion;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.PeerHealth.Verdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import org.jspecify.annotations.Nullable;

/**
 * Who is well, as this node sees it: the leader misses members by their acknowledgements,
 * a follower its leader by the heartbeats, and everybody whom no link leads to. It is
 * told, and decides nothing about who leads.
 */
final class Health {

	private Health() {
	}

	/**
	 * Something was heard of a member, which ends its silence.
	 */
	static void heard(Turn turn, int member, QuorumMessage body) {
		if (turn.reign != null && body instanceof HeartbeatResponse) {
			measure(turn, member);
		}
		turn.heardNanos = turn.heardNanos.clone();
		turn.heardNanos[member] = turn.nanos();
	}

	/**
	 * What lasted longer than a lease was no gap but an outage.
	 */
	private static void measure(Turn turn, int member) {
		long since = since(turn, member);
		if (since != Turn.NONE && turn.nanos() - since <= turn.timing().leaseNanos()) {
			turn.health = turn.health.measured(member, turn.config.detector()
				.measured(turn.health.gaps()[member], turn.nanos() - since, turn.config.bounds()));
		}
	}

	static void linked(Turn turn, int member) {
		long[] from = turn.health.countsFromNanos().clone();
		from[member] = turn.nanos();
		turn.health = turn.health.countingFrom(from);
	}

	/**
	 * Followers have nothing to say to one another: a new leader counts from now on.
	 */
	static void leads(Turn turn) {
		long[] from = turn.health.countsFromNanos().clone();
		for (int i = 0; i < from.length; i++) {
			from[i] = (from[i] != Turn.NONE) ? turn.nanos() : Turn.NONE;
		}
		turn.health = turn.health.leading(from);
	}

	/**
	 * A time in which this node itself stood still is held against nobody.
	 */
	static void stoodStill(Turn turn, long late) {
		long[] from = turn.health.countsFromNanos().clone();
		for (int i = 0; i < from.length; i++) {
			long since = since(turn, i);
			from[i] = wasLinked(turn, i) ? Leading.earlier(since + late, turn.nanos()) : Turn.NONE;
		}
		turn.health = turn.health.countingFrom(from);
	}

	/**
	 * The leader is given the same time here as before it is suspected.
	 */
	static void excused(Turn turn, KnownLeader leader) {
		int member = turn.config.indexOf(leader.id());
		long since = since(turn, member);
		if (wasLinked(turn, member) && leader.heardNanos() - since > 0) {
			long[] from = turn.health.countsFromNanos().clone();
			from[member] = leader.heardNanos();
			turn.health = turn.health.countingFrom(from);
		}
	}

	/**
	 * From when on a member's silence counts.
	 * @return {@link Turn#NONE} for one that was neither linked nor heard
	 */
	private static long since(Turn turn, int member) {
		long heard = turn.heardNanos[member];
		long from = turn.health.countsFromNanos()[member];
		if (heard == Turn.NONE || from == Turn.NONE) {
			return (heard == Turn.NONE) ? from : heard;
		}
		return (heard - from > 0) ? heard : from;
	}

	/**
	 * Whether a link has led to a member since the start. A member that joins may be
	 * heard before: who is about to come is not missed.
	 */
	private static boolean wasLinked(Turn turn, int member) {
		return turn.health.countsFromNanos()[member] != Turn.NONE;
	}

	/**
	 * The end of a step: what it changed is told, each change once.
	 */
	static void review(Turn turn) {
		if (turn.stopped) {
			return;
		}
		update(turn);
		MemberState[] told = turn.health.told();
		for (int i = 0; i < told.length; i++) {
			MemberState state = state(turn, i);
			if (state != told[i]) {
				MemberState[] changed = turn.health.told().clone();
				changed[i] = state;
				turn.health = turn.health.withTold(changed);
				turn.first(new Effect.MemberChanged<>(turn.config.others().get(i), state, observers(turn, i)));
			}
		}
	}

	/**
	 * Takes the time that has passed into account.
	 */
	static void update(Turn turn) {
		Verdict verdict = turn.health.verdict();
		if (verdict != null && turn.now.reached(verdict.untilNanos())) {
			turn.health = turn.health.withVerdict(null);
		}
		KnownLeader known = turn.leader;
		NodeId leader = (known != null && known.direct()) ? known.id() : null;
		NodeId before = turn.health.ledBy();
		if ((leader == null) ? before != null : !leader.equals(before)) {
			turn.health = turn.health.led(leader, turn.nanos());
		}
		Suspicion[] suspicions = turn.health.suspicions();
		Suspicion[] changed = suspicions;
		for (int i = 0; i < suspicions.length; i++) {
			Suspicion next = suspicions[i].next(isMissed(turn, i), turn.nanos(), turn.timing().leaseNanos());
			if (next != suspicions[i]) {
				changed = (changed == suspicions) ? suspicions.clone() : changed;
				changed[i] = next;
			}
		}
		if (changed != suspicions) {
			turn.health = turn.health.withSuspicions(changed);
		}
	}

	private static boolean isMissed(Turn turn, int member) {
		long since = since(turn, member);
		if (!turn.peer(member).connected()) {
			return wasLinked(turn, member) || turn.nanos() - turn.startup.beganNanos() >= turn.timing().leaseNanos();
		}
		if (turn.reign != null) {
			return isSilent(turn, member);
		}
		NodeId id = turn.config.others().get(member);
		if (id.equals(turn.health.ledBy())) {
			return isSilent(turn, member);
		}
		// who is linked and has nothing to say is well; who fell silent when it had is
		// well only once it is heard, or a leader says so
		Suspicion before = turn.health.suspicions()[member];
		return before.suspected() && since - before.sinceNanos() <= 0 && !isVouchedFor(turn, member);
	}

	private static boolean isSilent(Turn turn, int member) {
		long since = since(turn, member);
		if (since == Turn.NONE || turn.nanos() - since < turn.config.bounds().leastNanos()) {
			return false;
		}
		long silence = (turn.reign != null) ? turn.config.silence(turn.health.gaps()[member]) : turn.suspicion();
		return turn.nanos() - since >= silence;
	}

	/**
	 * Whether this node has followed a leader for long enough to be told if it missed the
	 * member.
	 */
	private static boolean isVouchedFor(Turn turn, int member) {
		NodeId leader = turn.health.ledBy();
		if (leader == null || turn.nanos() - turn.health.ledSinceNanos() < turn.timing().leaseNanos()
				|| isSilent(turn, turn.config.indexOf(leader))) {
			return false;
		}
		Verdict verdict = turn.health.verdict();
		return verdict == null || !verdict.missed()[member];
	}

	/**
	 * The state of a member, of which a quorum says only that it is down.
	 */
	static MemberState state(Turn turn, int member) {
		if (observers(turn, member) > 0) {
			return MemberState.DOWN;
		}
		if (!wasLinked(turn, member)) {
			return MemberState.UNKNOWN;
		}
		return turn.health.suspicions()[member].suspected() ? MemberState.SUSPECTED : MemberState.UP;
	}

	static int observers(Turn turn, int member) {
		Verdict verdict = turn.health.verdict();
		return (verdict != null) ? (int) verdict.observers()[member] : 0;
	}

	/**
	 * How sure this node is that a member which has something to say is gone.
	 */
	static @Nullable Double phi(Turn turn, int member) {
		long since = since(turn, member);
		boolean leads = turn.reign != null;
		boolean talks = leads || turn.config.others().get(member).equals(turn.health.ledBy());
		if (!talks || since == Turn.NONE || !turn.peer(member).connected()) {
			return null;
		}
		return turn.config.detector()
			.phi(leads ? turn.health.gaps()[member] : turn.pace.gaps(), Math.max(0, turn.nanos() - since),
					turn.config.bounds());
	}

	static boolean isAnyMissed(Turn turn) {
		for (Suspicion suspicion : turn.health.suspicions()) {
			if (suspicion.suspected()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whom this node misses. Makes nothing where that is nobody, as it nearly always is.
	 * @param except who is left out, or null
	 */
	static List<Missed> missed(Turn turn, @Nullable NodeId except) {
		if (!isAnyMissed(turn)) {
			return List.of();
		}
		List<Missed> missed = new ArrayList<>();
		Suspicion[] suspicions = turn.health.suspicions();
		for (int i = 0; i < suspicions.length; i++) {
			NodeId id = turn.config.others().get(i);
			if (suspicions[i].suspected() && !id.equals(except)) {
				missed.add(new Missed(id, (turn.reign != null) ? observers(turn, i) : 0));
			}
		}
		return missed;
	}

}
