package io.github.leaderelection.internal.store.zookeeper;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException.Code;

/**
 * The connection with ZooKeeper, which sends each request once. Requests that wait for a
 * connection are sent on a thread of Curator. Safe for use from any thread.
 */
final class ZookeeperConnection implements AutoCloseable {

	private static final long CLOSE_MILLIS = 1000;

	private final Set<CompletableFuture<Void>> waiting = ConcurrentHashMap.newKeySet();

	private final CuratorFramework client;

	private final Runnable onConnected;

	private volatile boolean isConnected;

	private volatile boolean isClosed;

	/**
	 * Creates a connection that opens with {@link #start()}.
	 * @param client not started yet
	 */
	ZookeeperConnection(CuratorFramework client, Runnable onConnected) {
		this.client = client;
		this.onConnected = onConnected;
	}

	/** Connects, unless closed before. Too slow for the constructor: loads classes. */
	void start() {
		if (this.isClosed) {
			return;
		}
		this.client.getConnectionStateListenable().addListener((curator, state) -> changed(state));
		this.client.start();
		if (this.isClosed) {
			this.client.close();
		}
	}

	private void changed(ConnectionState state) {
		this.isConnected = state.isConnected();
		if (state.isConnected()) {
			this.onConnected.run();
			this.waiting.forEach((wait) -> wait.complete(null));
		}
	}

	boolean isConnected() {
		return this.isConnected;
	}

	/**
	 * The number of the present client of ZooKeeper. The next client may read older data:
	 * a client refuses only servers that know less than it saw itself.
	 */
	long client() {
		return this.client.getZookeeperClient().getInstanceIndex();
	}

	/**
	 * Waits for a connection.
	 * @param caller does not wait any more once it is done
	 */
	CompletableFuture<Void> connected(CompletableFuture<?> caller) {
		CompletableFuture<Void> wait = new CompletableFuture<>();
		this.waiting.add(wait);
		caller.whenComplete((value, failure) -> this.waiting.remove(wait));
		if (this.isConnected) {
			wait.complete(null);
		}
		return wait;
	}

	/**
	 * Sends a request and returns its answer, whatever its code. Curator hides some
	 * failures, so a request without an answer fails after the timeout.
	 */
	CompletableFuture<CuratorEvent> send(Sending sending) {
		CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
		try {
			sending.send(this.client, (curator, event) -> answer.complete(event));
		}
		catch (Exception ex) {
			answer.completeExceptionally(ex);
		}
		return answer.orTimeout(this.client.getZookeeperClient().getConnectionTimeoutMs(), TimeUnit.MILLISECONDS);
	}

	static Code code(CuratorEvent event) {
		Code code = Code.get(event.getResultCode());
		return (code != null) ? code : Code.SYSTEMERROR;
	}

	/** Waits a second at most, because the end of a session needs the network. */
	@Override
	public void close() {
		this.isClosed = true;
		Thread closing = new Thread(this.client::close, "leader-election-zookeeper-close");
		closing.setDaemon(true);
		closing.start();
		try {
			closing.join(CLOSE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Sends one request.
	 */
	interface Sending {

		void send(CuratorFramework client, BackgroundCallback callback) throws Exception;

	}

}
