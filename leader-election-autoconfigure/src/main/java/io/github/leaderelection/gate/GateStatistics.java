package io.github.leaderelection.gate;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts calls of leader-only methods by group and outcome. Safe for use from any thread.
 */
public final class GateStatistics {

	private static final int OUTCOMES = GateOutcome.values().length;

	/**
	 * By group, then by the outcome's place: a call finds its counter and makes nothing.
	 */
	private final Map<String, LongAdder[]> counts = new ConcurrentHashMap<>();

	void record(String group, GateOutcome outcome) {
		LongAdder[] ofGroup = this.counts.get(group);
		if (ofGroup == null) {
			ofGroup = this.counts.computeIfAbsent(group, (name) -> counters());
		}
		ofGroup[outcome.ordinal()].increment();
	}

	private static LongAdder[] counters() {
		LongAdder[] counters = new LongAdder[OUTCOMES];
		Arrays.setAll(counters, (outcome) -> new LongAdder());
		return counters;
	}

	/**
	 * How many calls came to an outcome.
	 * @param group the group
	 * @param outcome the outcome
	 * @return the count since the application started
	 */
	public long count(String group, GateOutcome outcome) {
		LongAdder[] ofGroup = this.counts.get(group);
		return (ofGroup != null) ? ofGroup[outcome.ordinal()].sum() : 0;
	}

}
