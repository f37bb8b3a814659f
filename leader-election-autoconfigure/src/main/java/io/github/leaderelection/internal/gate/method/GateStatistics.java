package io.github.leaderelection.internal.gate.method;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts calls of leader-only methods by group and outcome. Safe for use from any thread.
 */
public final class GateStatistics {

	private final Map<String, Counts> groups = new ConcurrentHashMap<>();

	/** The counts of a group, to be added to. */
	Counts of(String group) {
		return this.groups.computeIfAbsent(group, (key) -> new Counts());
	}

	/**
	 * How many calls came to an outcome.
	 * @param group the group
	 * @param outcome the outcome
	 * @return the count since the application started
	 */
	public long count(String group, GateOutcome outcome) {
		Counts counts = this.groups.get(group);
		return (counts != null) ? counts.adders[outcome.ordinal()].sum() : 0;
	}

	/**
	 * The counts of one group.
	 */
	static final class Counts {

		private final LongAdder[] adders = Stream.generate(LongAdder::new)
			.limit(GateOutcome.values().length)
			.toArray(LongAdder[]::new);

		private Counts() {
		}

		void record(GateOutcome outcome) {
			this.adders[outcome.ordinal()].increment();
		}

	}

}
