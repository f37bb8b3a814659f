package io.github.leaderelection.internal.store.lease;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies listeners of changes to one record. A listener that fails does not keep the
 * others from being notified. Safe for use from any thread.
 */
public final class LeaseListeners {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Set<Consumer<@Nullable LeaseRecord>> all = ConcurrentHashMap.newKeySet();

	public void add(Consumer<@Nullable LeaseRecord> listener) {
		this.all.add(listener);
	}

	/** Removes a listener; returns whether it was the last one. */
	public boolean remove(Consumer<@Nullable LeaseRecord> listener) {
		return this.all.remove(listener) && this.all.isEmpty();
	}

	/** Reports that the record has changed, and its present content if known. */
	public void tell(@Nullable LeaseRecord present) {
		this.all.forEach((listener) -> tell(listener, present));
	}

	private static void tell(Consumer<@Nullable LeaseRecord> listener, @Nullable LeaseRecord present) {
		try {
			listener.accept(present);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener to changes of a lease has failed", ex);
		}
	}

}
