package io.github.leaderelection.internal.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The last calls of one leader-only method. Calls in a row that did not run are one
 * entry, so that they do not displace the last run. Takes no lock. Safe for use from any
 * thread.
 */
public final class MethodRuns {

	/** The maximum number of entries. */
	public static final int LIMIT = 10;

	private static final AtomicReferenceFieldUpdater<MethodRuns, Run[]> RUNS = AtomicReferenceFieldUpdater
		.newUpdater(MethodRuns.class, Run[].class, "runs");

	private volatile Run[] runs = {};

	/** Returns the entries, newest first. */
	public List<Entry> newestFirst() {
		return Stream.of(this.runs).map(Run::entry).toList();
	}

	/** Adds a call that begins to run. */
	public Run begin(Admission admission) {
		Run run = new Run("RUNNING", admission);
		RUNS.updateAndGet(this, (present) -> before(present, run));
		return run;
	}

	/** Adds a call that does not run. */
	public void refused(String outcome) {
		Run[] latest = this.runs;
		if (!isLatest(latest, outcome)) {
			latest = RUNS.updateAndGet(this, (present) -> isLatest(present, outcome) ? present
					: before(present, new Run(outcome, Admission.UNCOUNTED)));
		}
		latest[0].repeat();
	}

	private static boolean isLatest(Run[] runs, String outcome) {
		return runs.length > 0 && runs[0].outcome.equals(outcome);
	}

	private static Run[] before(Run[] earlier, Run run) {
		Run[] runs = new Run[Math.min(earlier.length + 1, LIMIT)];
		runs[0] = run;
		System.arraycopy(earlier, 0, runs, 1, runs.length - 1);
		return runs;
	}

	/**
	 * A call that runs or ran, or calls in a row that did not.
	 */
	public static final class Run {

		private static final AtomicLongFieldUpdater<Run> REFUSALS = AtomicLongFieldUpdater.newUpdater(Run.class,
				"refusals");

		private final long atMillis = System.currentTimeMillis();

		private final long fencingToken;

		private Admission admission;

		private volatile String outcome;

		private volatile long latestMillis;

		private volatile long refusals;

		private Run(String outcome, Admission admission) {
			this.outcome = outcome;
			this.admission = admission;
			this.fencingToken = (admission instanceof LeadershipContext context) ? context.fencingToken() : 0;
		}

		/** Ends the work of the call; called once, on any thread. */
		public void ended(boolean ran) {
			this.latestMillis = System.currentTimeMillis();
			this.outcome = ran ? "RAN" : "FAILED";
			this.admission.ended();
			// It holds the context of the call.
			this.admission = Admission.UNCOUNTED;
		}

		private void repeat() {
			this.latestMillis = System.currentTimeMillis();
			REFUSALS.incrementAndGet(this);
		}

		private Entry entry() {
			Instant at = Instant.ofEpochMilli(this.atMillis);
			long latest = this.latestMillis;
			Instant until = (latest != 0) ? Instant.ofEpochMilli(Math.max(this.atMillis, latest)) : null;
			boolean ran = until != null && this.refusals == 0;
			return new Entry(at, until, ran ? Duration.between(at, until) : null, this.outcome,
					Math.max(1, this.refusals), (this.fencingToken > 0) ? this.fencingToken : null);
		}

	}

	/**
	 * An entry in the answers of the endpoint. Missing values are written as null.
	 *
	 * @param until the end, or the time of the latest of several calls; null while the
	 * method runs
	 * @param lasted how long the method ran by the wall clock, null while it runs or if
	 * it did not run
	 * @param outcome {@code RUNNING}, {@code RAN} or {@code FAILED}; or without a run
	 * {@code SKIPPED}, {@code REFUSED} or {@code FELL_BACK}
	 * @param times the number of calls
	 * @param fencingToken the token of the leadership that admitted the call, null
	 * without a run
	 */
	@JsonInclude
	public record Entry(@JsonFormat(shape = JsonFormat.Shape.STRING) Instant at,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant until,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration lasted, String outcome, long times,
			@Nullable Long fencingToken) {
	}

}
