package io.github.leaderelection.gate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts calls of leader-only methods by group and outcome. Safe for use from any thread.
 */
public final class GateStatistics {

	private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

	void record(String group, GateOutcome outcome) {
		this.counts.computeIfAbsent(new Key(group, outcome), (key) -> new LongAdder()).increment();
	}

	/**
	 * How many calls came to an outcome.
	 * @param group the group
	 * @param outcome the outcome
	 * @return the count since the application started
	 */
	public long count(String group, GateOutcome outcome) {
		LongAdder count = this.counts.get(new Key(group, outcome));
		return (count != null) ? count.sum() : 0;
	}

	private record Key(String group, GateOutcome outcome) {
	}

}
