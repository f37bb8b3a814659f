package io.github.leaderelection.internal.store.etcd;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to be told of changes: one watch for all groups of a cluster, and a sign that
 * this process is there. Safe for use from any thread.
 */
final class EtcdChanges implements AutoCloseable {

	private final Map<String, ClusterWatch> clusters = new ConcurrentHashMap<>();

	private final EtcdConnection connection;

	private final EtcdKeys keys;

	private final LeaseTransactions transactions;

	private final ScheduledExecutorService timer;

	private final EtcdPresence presence;

	EtcdChanges(EtcdConnection connection, EtcdKeys keys, LeaseTransactions transactions,
			ScheduledExecutorService timer) {
		this.connection = connection;
		this.keys = keys;
		this.transactions = transactions;
		this.timer = timer;
		this.presence = new EtcdPresence(connection, keys, timer);
	}

	/** Shows the node of the first who wants to be told of a record. */
	Watch watch(Key key, @Nullable NodeId node, Consumer<@Nullable LeaseRecord> listener) {
		ClusterWatch watch = this.clusters.computeIfAbsent(key.cluster(), this::opened);
		watch.add(key, listener);
		this.presence.show(key, node);
		return () -> {
			if (watch.remove(key, listener)) {
				this.presence.hide(key);
			}
		};
	}

	private ClusterWatch opened(String cluster) {
		ClusterWatch watch = new ClusterWatch(this.connection, this.keys.cluster(cluster), this.transactions,
				this.timer, this.presence.process(), this.presence::refresh);
		watch.start();
		return watch;
	}

	Set<NodeId> present(Key key) {
		ClusterWatch watch = this.clusters.get(key.cluster());
		return (watch != null) ? watch.nodes(key) : Set.of();
	}

	/** Whether all that is asked for is told now. */
	boolean stand() {
		return !this.clusters.isEmpty() && this.clusters.values().stream().allMatch(ClusterWatch::stands);
	}

	@Override
	public void close() {
		this.presence.close();
		this.clusters.values().forEach(ClusterWatch::close);
	}

}
