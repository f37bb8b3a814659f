package io.github.leaderelection.internal.store.zookeeper;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException.Code;

/**
 * The connection with ZooKeeper. What is sent while there is one is sent once. Whoever
 * waits for one is told on a thread of Curator. Safe for use from any thread.
 */
final class ZookeeperConnection implements AutoCloseable {

	private static final long CLOSE_MILLIS = 1000;

	private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

	private final CuratorFramework client;

	private final Runnable onConnected;

	private volatile boolean isConnected;

	private volatile boolean isClosed;

	/**
	 * A connection that is not there before {@link #start()}.
	 * @param client not started yet
	 */
	ZookeeperConnection(CuratorFramework client, Runnable onConnected) {
		this.client = client;
		this.onConnected = onConnected;
	}

	/** Connects, unless it was closed before. Loads and reads much, so not at once. */
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
			this.waiting.forEach(this::runIfWaiting);
		}
	}

	private void runIfWaiting(Runnable task) {
		if (this.waiting.remove(task)) {
			task.run();
		}
	}

	boolean isConnected() {
		return this.isConnected;
	}

	/**
	 * Which client of ZooKeeper sends. The next begins anew, and may be shown something
	 * older: one client alone refuses a server that knows less than it saw.
	 */
	long client() {
		return this.client.getZookeeperClient().getInstanceIndex();
	}

	/** Runs a task once there is a connection, if it is not forgotten before. */
	void whenConnected(Runnable task) {
		this.waiting.add(task);
		if (this.isConnected) {
			runIfWaiting(task);
		}
	}

	void forget(Runnable task) {
		this.waiting.remove(task);
	}

	/**
	 * Sends a request, and brings the answer to it, whatever that is. Curator tells
	 * nobody of some failures. Without an answer for the timeout there is none any more.
	 */
	CompletableFuture<CuratorEvent> send(Sending sending) {
		CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
		try {
			sending.send(this.client, (curator, event) -> answer.complete(event));
		}
		catch (Exception ex) {
			answer.completeExceptionally(ex);
		}
		int millis = this.client.getZookeeperClient().getConnectionTimeoutMs();
		return answer.orTimeout(millis, TimeUnit.MILLISECONDS)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedFuture((failure instanceof TimeoutException) ? new ZookeeperProblem.NoAnswer(millis) : failure));
	}

	static Code code(CuratorEvent event) {
		Code code = Code.get(event.getResultCode());
		return (code != null) ? code : Code.SYSTEMERROR;
	}

	/** The end of a session waits for the network, and nobody waits long for that. */
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
