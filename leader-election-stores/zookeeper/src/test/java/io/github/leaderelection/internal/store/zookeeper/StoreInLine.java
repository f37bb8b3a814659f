package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Stands in line for every lease that it is asked of, as a node does.
 */
record StoreInLine(LeaseStore store, Set<Key> keys) implements LeaseStore {

	StoreInLine(LeaseStore store) {
		this(store, ConcurrentHashMap.newKeySet());
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (this.keys.add(request.key())) {
			this.store.watch(request.key(), (record) -> {
			});
		}
		return this.store.ask(request, deadline);
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.store.watch(key, listener);
	}

	@Override
	public boolean tellsChanges() {
		return this.store.tellsChanges();
	}

	@Override
	public String description() {
		return this.store.description();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
