package io.github.leaderelection.internal.gate.method;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import io.github.leaderelection.internal.gate.skipped.MissedRun;

/**
 * Counts calls of leader-only methods by group and outcome. Safe for use from any thread.
 */
public final class GateStatistics {

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

	static final class Counts {

		private final LongAdder[] adders = Stream.generate(LongAdder::new)
			.limit(GateOutcome.values().length)
			.toArray(LongAdder[]::new);

		private final LongAdder[] missed = Stream.generate(LongAdder::new)
			.limit(MissedRun.values().length)
			.toArray(LongAdder[]::new);

		private Counts() {
		}

		void record(GateOutcome outcome) {
			this.adders[outcome.ordinal()].increment();
		}

		void record(MissedRun run) {
			this.missed[run.ordinal()].increment();
		}

	}

}
