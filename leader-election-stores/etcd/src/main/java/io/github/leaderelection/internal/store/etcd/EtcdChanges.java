package io.github.leaderelection.internal.store.etcd;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * The listeners to changes, with one watch for all groups of a cluster. Safe for use from
 * any thread.
 */
final class EtcdChanges implements AutoCloseable {

	private final Map<String, ClusterWatch> clusters = new ConcurrentHashMap<>();

	private final EtcdConnection connection;

	private final EtcdKeys keys;

	private final LeaseTransactions transactions;

	private final ScheduledExecutorService timer;

	EtcdChanges(EtcdConnection connection, EtcdKeys keys, LeaseTransactions transactions,
			ScheduledExecutorService timer) {
		this.connection = connection;
		this.keys = keys;
		this.transactions = transactions;
		this.timer = timer;
	}

	Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		ClusterWatch watch = this.clusters.computeIfAbsent(key.cluster(), this::opened);
		watch.add(key, listener);
		return () -> watch.remove(key, listener);
	}

	private ClusterWatch opened(String cluster) {
		ClusterWatch watch = new ClusterWatch(this.connection, this.keys.cluster(cluster), this.transactions,
				this.timer);
		watch.start();
		return watch;
	}

	/** Whether the watches of all clusters are open now. */
	boolean stand() {
		return !this.clusters.isEmpty() && this.clusters.values().stream().allMatch(ClusterWatch::stands);
	}

	@Override
	public void close() {
		this.clusters.values().forEach(ClusterWatch::close);
	}

}
