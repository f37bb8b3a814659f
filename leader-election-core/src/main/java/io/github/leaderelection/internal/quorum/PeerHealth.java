package io.github.leaderelection.internal.quorum;

import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.Gaps;
import io.github.leaderelection.internal.health.Suspicion;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import org.jspecify.annotations.Nullable;

/**
 * What is believed of the other members' health, by this node and by a quorum, and what
 * was told of it. Immutable: no array in it is written after it was made; each has an
 * entry for every other member.
 *
 * @param gaps between the acknowledgements of each member, measured by a leader
 * @param countsFromNanos from when on each member's silence counts though nothing was
 * heard of it, {@link Turn#NONE} for one that never was linked
 * @param suspicions whether this node itself misses each member
 * @param told the state of each member that was told last
 * @param reports whom each member misses, as it told this node as its leader
 * @param verdict what the leader last knew, or null
 * @param said what this node last told its leader, or all
 * @param ledBy the leader this node hears itself, or null
 * @param ledSinceNanos since when it does
 */
record PeerHealth(Gaps[] gaps, long[] countsFromNanos, Suspicion[] suspicions, MemberState[] told, Report[] reports,
		@Nullable Verdict verdict, Said said, @Nullable NodeId ledBy, long ledSinceNanos) {

	private static final Said NOTHING = new Said(0, List.of());

	static PeerHealth unknown(int others) {
		Gaps[] gaps = new Gaps[others];
		Arrays.fill(gaps, Gaps.UNKNOWN);
		long[] never = new long[others];
		Arrays.fill(never, Turn.NONE);
		Suspicion[] suspicions = new Suspicion[others];
		Arrays.fill(suspicions, Suspicion.NONE);
		MemberState[] told = new MemberState[others];
		Arrays.fill(told, MemberState.UNKNOWN);
		return new PeerHealth(gaps, never, suspicions, told, silent(others), null, NOTHING, null, Turn.NONE);
	}

	private static Report[] silent(int others) {
		Report[] reports = new Report[others];
		Arrays.fill(reports, Report.NONE);
		return reports;
	}

	/**
	 * As if nothing had been missed, measured or said so far, and all were up.
	 */
	PeerHealth forgotten() {
		PeerHealth fresh = unknown(this.gaps.length);
		MemberState[] up = fresh.told.clone();
		Arrays.fill(up, MemberState.UP);
		return fresh.withTold(up);
	}

	PeerHealth measured(int member, Gaps newest) {
		if (newest == this.gaps[member]) {
			return this;
		}
		Gaps[] changed = this.gaps.clone();
		changed[member] = newest;
		return new PeerHealth(changed, this.countsFromNanos, this.suspicions, this.told, this.reports, this.verdict,
				this.said, this.ledBy, this.ledSinceNanos);
	}

	PeerHealth countingFrom(long[] nanos) {
		return new PeerHealth(this.gaps, nanos, this.suspicions, this.told, this.reports, this.verdict, this.said,
				this.ledBy, this.ledSinceNanos);
	}

	PeerHealth withSuspicions(Suspicion[] changed) {
		return new PeerHealth(this.gaps, this.countsFromNanos, changed, this.told, this.reports, this.verdict,
				this.said, this.ledBy, this.ledSinceNanos);
	}

	PeerHealth withTold(MemberState[] changed) {
		return new PeerHealth(this.gaps, this.countsFromNanos, this.suspicions, changed, this.reports, this.verdict,
				this.said, this.ledBy, this.ledSinceNanos);
	}

	PeerHealth withReport(int member, Report report) {
		Report[] changed = this.reports.clone();
		changed[member] = report;
		return new PeerHealth(this.gaps, this.countsFromNanos, this.suspicions, this.told, changed, this.verdict,
				this.said, this.ledBy, this.ledSinceNanos);
	}

	/**
	 * Nobody has reported yet to this leader, and it has measured nobody.
	 */
	PeerHealth leading(long[] nanos) {
		PeerHealth fresh = unknown(this.gaps.length);
		return new PeerHealth(fresh.gaps, nanos, this.suspicions, this.told, fresh.reports, this.verdict, this.said,
				null, Turn.NONE);
	}

	PeerHealth withVerdict(@Nullable Verdict newVerdict) {
		return (newVerdict == this.verdict) ? this : new PeerHealth(this.gaps, this.countsFromNanos, this.suspicions,
				this.told, this.reports, newVerdict, this.said, this.ledBy, this.ledSinceNanos);
	}

	PeerHealth saying(Said newest) {
		return new PeerHealth(this.gaps, this.countsFromNanos, this.suspicions, this.told, this.reports, this.verdict,
				newest, this.ledBy, this.ledSinceNanos);
	}

	PeerHealth led(@Nullable NodeId by, long nanos) {
		return new PeerHealth(this.gaps, this.countsFromNanos, this.suspicions, this.told, this.reports, this.verdict,
				this.said, by, nanos);
	}

	/**
	 * Whom a member misses.
	 *
	 * @param missed per other member of the leader, whether it is missed; empty for
	 * nobody
	 * @param untilNanos when that is no longer worth anything
	 */
	record Report(boolean[] missed, long untilNanos) {

		static final Report NONE = new Report(new boolean[0], 0);

		boolean names(int member, long nanos) {
			return this.missed.length > member && this.missed[member] && this.untilNanos - nanos > 0;
		}

	}

	/**
	 * What a leader knows of the members' health.
	 *
	 * @param missed per other member whether the leader misses it
	 * @param observers per other member how many miss it where they are a quorum, else 0
	 * @param ownObservers the same of this node itself
	 * @param untilNanos when that is no longer worth anything
	 */
	record Verdict(boolean[] missed, long[] observers, long ownObservers, long untilNanos) {
	}

	/**
	 * What was said last.
	 *
	 * @param token the fencing token of the reign in which it was said
	 * @param missed who was missed
	 */
	record Said(long token, List<Missed> missed) {

		/**
		 * Whether something is to be said (again): it changed, or it is time to repeat
		 * it.
		 */
		boolean isDue(long inToken, List<Missed> now, boolean timeToRepeat) {
			if (now.isEmpty()) {
				return inToken == this.token && !this.missed.isEmpty();
			}
			return timeToRepeat || inToken != this.token || !now.equals(this.missed);
		}

	}

}
