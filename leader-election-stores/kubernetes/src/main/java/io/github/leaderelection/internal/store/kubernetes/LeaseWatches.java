package io.github.leaderelection.internal.store.kubernetes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * The watches of a store, one for each cluster, whatever the number of groups. The Leases
 * of a cluster have a common label.
 */
final class LeaseWatches implements AutoCloseable {

	private final Map<String, ClusterWatch> watches = new ConcurrentHashMap<>();

	private final LeaseApi api;

	private final Function<Key, String> names;

	private volatile boolean isClosed;

	LeaseWatches(LeaseApi api, Function<Key, String> names) {
		this.api = api;
		this.names = names;
	}

	Watch watch(Key key, Consumer<@Nullable LeaseObject> listener) {
		ClusterWatch watch = this.watches.computeIfAbsent(key.cluster(),
				(cluster) -> new ClusterWatch(this.api, cluster));
		Watch told = watch.tell(key, this.names.apply(key), listener);
		if (!this.isClosed) {
			watch.begin();
		}
		return told;
	}

	boolean areStanding() {
		return !this.isClosed && !this.watches.isEmpty()
				&& this.watches.values().stream().allMatch(ClusterWatch::isStanding);
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.watches.values().forEach(ClusterWatch::close);
	}

}
