package io.github.leaderelection.internal.store.lease;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * The watches of a store, one for each cluster, whatever the number of groups. Safe for
 * use from any thread.
 */
public final class ClusterWatches implements AutoCloseable {

	private final Map<Key, LeaseListeners> groups = new ConcurrentHashMap<>();

	private final Map<String, ClusterWatch> clusters = new ConcurrentHashMap<>();

	private final Function<String, ClusterWatch> opener;

	private volatile boolean isClosed;

	/**
	 * Creates the watches of a store.
	 * @param opener opens the watch of a cluster, without blocking
	 */
	public ClusterWatches(Function<String, ClusterWatch> opener) {
		this.opener = opener;
	}

	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		LeaseListeners listeners = this.groups.computeIfAbsent(key, (absent) -> new LeaseListeners());
		listeners.add(listener);
		if (!this.isClosed) {
			this.clusters.computeIfAbsent(key.cluster(), this.opener);
		}
		return () -> listeners.remove(listener);
	}

	/** Reports changes of the watched records that have such a key. */
	public void tell(Predicate<Key> changed, Function<Key, @Nullable LeaseRecord> present) {
		this.groups.forEach((key, listeners) -> {
			if (changed.test(key)) {
				listeners.tell(present.apply(key));
			}
		});
	}

	/** Whether the watches of all clusters are open now. */
	public boolean areOpen() {
		return !this.isClosed && !this.clusters.isEmpty()
				&& this.clusters.values().stream().allMatch(ClusterWatch::isOpen);
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.clusters.values().forEach(ClusterWatch::close);
	}

	/**
	 * The watch of all records of one cluster.
	 */
	public interface ClusterWatch extends AutoCloseable {

		boolean isOpen();

		@Override
		void close();

	}

}
