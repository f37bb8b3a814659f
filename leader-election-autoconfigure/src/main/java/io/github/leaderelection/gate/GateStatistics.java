package io.github.leaderelection.gate;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts calls of leader-only methods by group and outcome. Safe for use from any thread.
 */
public final class GateStatistics {

	/** All outcomes of a group at once, so that none is added while others are read. */
	private final Map<String, Map<GateOutcome, LongAdder>> groups = new ConcurrentHashMap<>();

	void record(String group, GateOutcome outcome) {
		Map<GateOutcome, LongAdder> counts = this.groups.get(group);
		if (counts == null) {
			counts = this.groups.computeIfAbsent(group, (key) -> none());
		}
		LongAdder count = counts.get(outcome);
		if (count != null) {
			count.increment();
		}
	}

	/**
	 * How many calls came to an outcome.
	 * @param group the group
	 * @param outcome the outcome
	 * @return the count since the application started
	 */
	public long count(String group, GateOutcome outcome) {
		Map<GateOutcome, LongAdder> counts = this.groups.get(group);
		LongAdder count = (counts != null) ? counts.get(outcome) : null;
		return (count != null) ? count.sum() : 0;
	}

	private static Map<GateOutcome, LongAdder> none() {
		Map<GateOutcome, LongAdder> counts = new EnumMap<>(GateOutcome.class);
		for (GateOutcome outcome : GateOutcome.values()) {
			counts.put(outcome, new LongAdder());
		}
		return counts;
	}

}
