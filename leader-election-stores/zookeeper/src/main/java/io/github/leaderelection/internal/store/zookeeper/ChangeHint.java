package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * Calls a listener after writes to a node. A watch of ZooKeeper ends with its first
 * change, so the next one follows at once. Its answer shows whether a change came
 * between. Safe for use from any thread.
 */
final class ChangeHint {

	private static final long NOT_SEEN = -1;

	private static final long NO_NODE = 0;

	private static final long NOBODY = -1;

	private final CuratorWatcher watcher = this::changed;

	private final AtomicLong lastChange = new AtomicLong(NOT_SEEN);

	private final ZookeeperConnection connection;

	private final String path;

	private final Runnable onChange;

	private volatile boolean isOn;

	/** The client that set the present watch, which ends with the client's session. */
	private volatile long armedBy = NOBODY;

	ChangeHint(ZookeeperConnection connection, String path, Runnable onChange) {
		this.connection = connection;
		this.path = path;
		this.onChange = onChange;
	}

	/** Starts to report changes. */
	void on() {
		if (!this.isOn) {
			this.isOn = true;
			arm();
		}
	}

	void off() {
		this.isOn = false;
	}

	/** Whether a server has the watch of the present, connected client. */
	boolean isArmed() {
		return this.isOn && this.connection.isConnected() && this.armedBy == this.connection.client();
	}

	/** Sets the watch, which a new connection may have lost. */
	void arm() {
		if (this.isOn) {
			long sender = this.connection.client();
			this.connection
				.send((client, callback) -> client.checkExists()
					.usingWatcher(this.watcher)
					.inBackground(callback)
					.forPath(this.path))
				.thenAccept((event) -> armed(event, sender));
		}
	}

	private void armed(CuratorEvent event, long sender) {
		Code code = ZookeeperConnection.code(event);
		if (code != Code.OK && code != Code.NONODE) {
			return;
		}
		this.armedBy = sender;
		long change = (event.getStat() != null) ? event.getStat().getMzxid() : NO_NODE;
		long before = this.lastChange.getAndSet(change);
		if (before != NOT_SEEN && before != change && this.isOn) {
			this.onChange.run();
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
		if (isNew && this.isOn) {
			this.onChange.run();
		}
	}

}
