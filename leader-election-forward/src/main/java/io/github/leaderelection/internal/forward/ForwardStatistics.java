package io.github.leaderelection.internal.forward;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts requests for the leader by group and outcome. Safe for use from any thread.
 */
public final class ForwardStatistics {

	private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

	public void record(String group, ForwardOutcome outcome) {
		this.counts.computeIfAbsent(new Key(group, outcome), (key) -> new LongAdder()).increment();
	}

	/**
	 * Counts the requests with an outcome since the start of the application.
	 */
	public long count(String group, ForwardOutcome outcome) {
		LongAdder count = this.counts.get(new Key(group, outcome));
		return (count != null) ? count.sum() : 0;
	}

	private record Key(String group, ForwardOutcome outcome) {
	}

}
