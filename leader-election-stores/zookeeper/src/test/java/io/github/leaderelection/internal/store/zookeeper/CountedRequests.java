package io.github.leaderelection.internal.store.zookeeper;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.curator.drivers.AdvancedTracerDriver;
import org.apache.curator.drivers.EventTrace;
import org.apache.curator.drivers.OperationTrace;
import org.apache.curator.framework.CuratorFramework;

/**
 * How many requests of each kind a client of Curator has had answered.
 */
final class CountedRequests extends AdvancedTracerDriver {

	private final Map<String, Integer> counts = new ConcurrentHashMap<>();

	/** Counts what a client sends that is not started yet. */
	static CountedRequests of(CuratorFramework client) {
		CountedRequests counted = new CountedRequests();
		client.getZookeeperClient().setTracerDriver(counted);
		return counted;
	}

	@Override
	public void addTrace(OperationTrace trace) {
		this.counts.merge(trace.getName(), 1, Integer::sum);
	}

	@Override
	public void addEvent(EventTrace trace) {
		// no request
	}

	int all() {
		return this.counts.values().stream().mapToInt(Integer::intValue).sum();
	}

	/** Those to learn what the leader of the ensemble has. */
	int syncs() {
		return of("SyncBuilderImpl-Background");
	}

	/** Those for the record. */
	int reads() {
		return of("GetDataBuilderImpl-Background");
	}

	int transactions() {
		return of("CuratorMultiTransactionImpl-Background");
	}

	private int of(String name) {
		return this.counts.getOrDefault(name, 0);
	}

	@Override
	public String toString() {
		return this.counts.toString();
	}

}
