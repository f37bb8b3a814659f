package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.internal.store.lease.LeaseListeners;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * Calls listeners after writes to a node. A watch of ZooKeeper ends with its first
 * change, so the next one follows at once. Its answer shows whether a change came
 * between. Safe for use from any thread.
 */
final class ChangeHint {

	private static final long NOT_SEEN = -1;

	private static final long NO_NODE = 0;

	private static final long NOBODY = -1;

	private final LeaseListeners listeners = new LeaseListeners();

	private final CuratorWatcher watcher = this::changed;

	private final AtomicLong lastChange = new AtomicLong(NOT_SEEN);

	private final ZookeeperConnection connection;

	private final String path;

	private volatile boolean isOff;

	/** The client that set the present watch, which ends with the client's session. */
	private volatile long armedBy = NOBODY;

	ChangeHint(ZookeeperConnection connection, String path) {
		this.connection = connection;
		this.path = path;
	}

	LeaseListeners listeners() {
		return this.listeners;
	}

	void off() {
		this.isOff = true;
	}

	/** Whether a server has the watch of the present, connected client. */
	boolean isArmed() {
		return this.connection.isConnected() && this.armedBy == this.connection.client();
	}

	/** Sets the watch, which a new connection may have lost. */
	void arm() {
		if (this.isOff || !this.connection.isConnected()) {
			return;
		}
		long sender = this.connection.client();
		this.connection.send((client,
				callback) -> client.checkExists().usingWatcher(this.watcher).inBackground(callback).forPath(this.path))
			.thenAccept((event) -> armed(event, sender));
	}

	private void armed(CuratorEvent event, long sender) {
		Code code = ZookeeperConnection.code(event);
		if (code != Code.OK && code != Code.NONODE) {
			return;
		}
		this.armedBy = sender;
		long change = (event.getStat() != null) ? event.getStat().getMzxid() : NO_NODE;
		long before = this.lastChange.getAndSet(change);
		if (before != NOT_SEEN && before != change) {
			this.listeners.tell(null);
		}
	}

	/** Servers of 3.9 or later name the change, so that it is reported only once. */
	private void changed(WatchedEvent event) {
		if (event.getType() == EventType.None) {
			return;
		}
		long change = event.getZxid();
		boolean isNew = change != WatchedEvent.NO_ZXID && this.lastChange.getAndSet(change) != change;
		arm();
		if (isNew) {
			this.listeners.tell(null);
		}
	}

}
