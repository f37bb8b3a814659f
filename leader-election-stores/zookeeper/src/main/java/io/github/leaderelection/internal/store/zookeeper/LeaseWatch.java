package io.github.leaderelection.internal.store.zookeeper;

import java.util.function.Consumer;

import io.github.leaderelection.internal.store.lease.LeaseListeners;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the nodes of this process that wait for one lease. Renewals wake nobody. Safe for
 * use from any thread.
 */
final class LeaseWatch {

	private final LeaseListeners listeners = new LeaseListeners();

	private final ChangeHint released;

	LeaseWatch(ZookeeperConnection connection, LeaseNodes nodes) {
		this.released = new ChangeHint(connection, nodes.released(), () -> this.listeners.tell(null));
	}

	void add(Consumer<@Nullable LeaseRecord> listener) {
		this.listeners.add(listener);
	}

	/** Removes a listener, and returns whether none is left. */
	boolean remove(Consumer<@Nullable LeaseRecord> listener) {
		return this.listeners.remove(listener);
	}

	void begin() {
		this.released.on();
	}

	/** There is a connection again, maybe in another session. */
	void connected() {
		this.released.arm();
	}

	boolean tellsChanges() {
		return this.released.isArmed();
	}

	void close() {
		this.released.off();
	}

}
