package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.state.Slots;
import io.github.leaderelection.internal.quorum.state.StatePart;
import org.jspecify.annotations.Nullable;

/**
 * What members report to one another about members they miss. Immutable: no array in it
 * is written after it was made.
 *
 * @param reports whom each member misses, as it told this node as its leader
 * @param verdict what the leader last knew, or null
 * @param said what this node last told its leader, or all
 */
public record HealthReports(Report[] reports, @Nullable Verdict verdict, Said said) implements StatePart {

	public static HealthReports none(int others) {
		return new HealthReports(silent(others), null, new Said(0, List.of()));
	}

	private static Report[] silent(int others) {
		return Slots.all(new Report[others], Report.NONE);
	}

	/**
	 * The last verdict of the leader, while it is valid.
	 */
	public @Nullable Verdict verdict(long nanos) {
		return (this.verdict != null && this.verdict.untilNanos() - nanos > 0) ? this.verdict : null;
	}

	public HealthReports withReport(int member, Report report) {
		return new HealthReports(Slots.with(this.reports, member, report), this.verdict, this.said);
	}

	/**
	 * A new leader begins without reports.
	 */
	public HealthReports withoutReports() {
		return new HealthReports(silent(this.reports.length), this.verdict, this.said);
	}

	public HealthReports withVerdict(@Nullable Verdict newVerdict) {
		return new HealthReports(this.reports, newVerdict, this.said);
	}

	public HealthReports saying(Said newest) {
		return new HealthReports(this.reports, this.verdict, newest);
	}

	/**
	 * Whom a member misses.
	 *
	 * @param missed per other member of the leader, whether it is missed; empty for
	 * nobody
	 * @param untilNanos when that is no longer worth anything
	 */
	public record Report(boolean[] missed, long untilNanos) {

		public static final Report NONE = new Report(new boolean[0], 0);

		public boolean names(int member, long nanos) {
			return this.missed.length > member && this.missed[member] && this.untilNanos - nanos > 0;
		}

	}

	/**
	 * What a leader knows of the members' health.
	 *
	 * @param missed per other member whether the leader misses it
	 * @param observers per other member how many miss it where they are a quorum, else 0
	 * @param untilNanos when that is no longer worth anything
	 */
	public record Verdict(boolean[] missed, long[] observers, long ownObservers, long untilNanos) {
	}

	/**
	 * What this node reported last.
	 *
	 * @param token the fencing token of the leadership in which it was said
	 */
	public record Said(long token, List<Missed> missed) {

		/**
		 * Whether a report is due: it changed, or it is time to repeat it.
		 */
		public boolean isDue(long inToken, List<Missed> now, boolean timeToRepeat) {
			if (now.isEmpty()) {
				return inToken == this.token && !this.missed.isEmpty();
			}
			return timeToRepeat || inToken != this.token || !now.equals(this.missed);
		}

	}

}
