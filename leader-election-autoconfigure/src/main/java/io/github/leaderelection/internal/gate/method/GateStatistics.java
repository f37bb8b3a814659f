package io.github.leaderelection.internal.gate.method;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import io.github.leaderelection.internal.gate.MethodRuns;
import io.github.leaderelection.internal.gate.skipped.MissedRun;

/**
 * Counts calls of leader-only methods by group and outcome, and keeps the last ones of
 * each method. Safe for use from any thread.
 */
public final class GateStatistics {

	/** The maximum number of shown methods of a group. */
	public static final int MOST_METHODS = 32;

	private final Map<String, Counts> groups = new ConcurrentHashMap<>();

	Counts of(String group) {
		return this.groups.computeIfAbsent(group, (key) -> new Counts());
	}

	/**
	 * Counts the calls with an outcome since the start of the application.
	 */
	public long count(String group, GateOutcome outcome) {
		Counts counts = this.groups.get(group);
		return (counts != null) ? counts.adders[outcome.ordinal()].sum() : 0;
	}

	/**
	 * Counts the scheduled runs that no node took since the start of the application.
	 */
	public long count(String group, MissedRun run) {
		Counts counts = this.groups.get(group);
		return (counts != null) ? counts.missed[run.ordinal()].sum() : 0;
	}

	/**
	 * The last calls of the methods of a group that were called last, these first. Those
	 * of other methods are kept, as an application has few.
	 */
	public List<Calls> runs(String group) {
		return of(group).runs.entrySet()
			.stream()
			.map((method) -> new Calls(method.getKey(), method.getValue().newestFirst()))
			.filter((calls) -> !calls.runs().isEmpty())
			.sorted(Comparator.comparing(Calls::latest).reversed())
			.limit(MOST_METHODS)
			.toList();
	}

	/**
	 * The last calls of one method in the answers of the endpoint.
	 *
	 * @param runs the newest first, not empty
	 */
	public record Calls(String method, List<MethodRuns.Entry> runs) {

		private Instant latest() {
			MethodRuns.Entry newest = this.runs.get(0);
			return (newest.until() != null) ? newest.until() : newest.at();
		}

	}

	static final class Counts {

		private final Map<String, MethodRuns> runs = new ConcurrentHashMap<>();

		private final LongAdder[] adders = Stream.generate(LongAdder::new)
			.limit(GateOutcome.values().length)
			.toArray(LongAdder[]::new);

		private final LongAdder[] missed = Stream.generate(LongAdder::new)
			.limit(MissedRun.values().length)
			.toArray(LongAdder[]::new);

		private Counts() {
		}

		MethodRuns runs(String method) {
			return this.runs.computeIfAbsent(method, (key) -> new MethodRuns());
		}

		void record(GateOutcome outcome) {
			this.adders[outcome.ordinal()].increment();
		}

		void record(MissedRun run) {
			this.missed[run.ordinal()].increment();
		}

	}

}
