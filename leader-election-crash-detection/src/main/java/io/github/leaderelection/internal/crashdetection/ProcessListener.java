package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener of this process. It opens once and stays open until the process ends. A
 * member that is refused there takes the process for ended. A private thread accepts all
 * connections and notices if the listener is closed from outside. Safe for use from any
 * thread.
 */
final class ProcessListener {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int BACKLOG = 128;

	/** The most visitors that have not yet proven that they know the secret. */
	private static final int STRANGERS = 32;

	/** The most visitors that keep their connections. */
	private static final int VISITORS = 512;

	private static final long PATIENCE_MILLIS = 2000;

	private static final long PAUSE_NANOS = 10_000_000;

	/** The stack of each thread, as these threads need little. */
	private static final long STACK_BYTES = 128 * 1024;

	private static final ReentrantLock opening = new ReentrantLock();

	/** The listeners of this process, by their local addresses. */
	private static final Map<InetAddress, ProcessListener> present = new ConcurrentHashMap<>();

	private final Map<String, Claim> claims = new ConcurrentHashMap<>();

	private final Semaphore strangers = new Semaphore(STRANGERS);

	private final Semaphore visitors = new Semaphore(VISITORS);

	private final Surroundings where = Surroundings.read();

	private final ServerSocket server;

	private final RefusedDial refused;

	private volatile @Nullable String lost;

	/** Opens a listener of its own and accepts. */
	ProcessListener(InetAddress address) throws IOException {
		this.refused = RefusedDial.learn();
		this.server = new ServerSocket(0, BACKLOG, address);
		start("leader-election-alive", this::acceptAll);
	}

	/**
	 * The listener of this process, opened if there is none.
	 * @param address the local address of the listener, null for all addresses of the
	 * machine
	 */
	static ProcessListener ofThisProcess(@Nullable InetAddress address) throws IOException {
		InetAddress where = (address != null) ? address : new InetSocketAddress(0).getAddress();
		opening.lock();
		try {
			ProcessListener listener = present.get(where);
			if (listener == null) {
				listener = new ProcessListener(where);
				present.put(where, listener);
			}
			return listener;
		}
		finally {
			opening.unlock();
		}
	}

	int port() {
		return this.server.getLocalPort();
	}

	Surroundings where() {
		return this.where;
	}

	RefusedDial refused() {
		return this.refused;
	}

	/**
	 * Proves to visitors from now on that a process runs.
	 * @param onLost receives the reason and the remedy, once, if others may take the
	 * running process for ended
	 * @throws IllegalStateException if the listener is closed already
	 */
	void claim(long process, SharedSecret secret, Consumer<String> onLost) {
		this.claims.put(Long.toHexString(process), new Claim(secret, onLost));
		String reason = this.lost;
		if (reason != null) {
			this.claims.remove(Long.toHexString(process));
			throw new IllegalStateException(reason);
		}
	}

	void release(long process) {
		this.claims.remove(Long.toHexString(process));
	}

	/** For tests: the socket, which no other code may close. */
	ServerSocket socket() {
		return this.server;
	}

	private static void start(String name, Runnable task) {
		Thread thread = new Thread(null, task, name, STACK_BYTES);
		thread.setDaemon(true);
		// The caller's class loader may be unloaded later.
		thread.setContextClassLoader(ProcessListener.class.getClassLoader());
		thread.start();
	}

	private void acceptAll() {
		while (true) {
			try {
				take(this.server.accept());
			}
			catch (Throwable ex) {
				// No failure may end this thread as long as the process runs.
				if (isGone()) {
					lose(ex);
					return;
				}
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}
	}

	/** Whether the listener accepts nothing any more at the address where it is bound. */
	boolean isGone() {
		InetAddress bound = this.server.getInetAddress();
		return this.server.isClosed() || this.refused
			.by(new InetSocketAddress(bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound, port()));
	}

	private void lose(Throwable cause) {
		String reason = "The listener by which members see that this process lives was closed from outside ("
				+ cause.getMessage() + "): others may take it for ended, so it leads no more. Restart it, and find "
				+ "what closes sockets of this process; until then set leader-election.crash-detection=none";
		this.lost = reason;
		logger.error(reason);
		this.claims.values().forEach((claim) -> claim.onLost().accept(reason));
	}

	private void take(Socket socket) {
		if (!this.strangers.tryAcquire()) {
			close(socket);
			return;
		}
		try {
			start("leader-election-alive-visitor", () -> serve(socket));
		}
		catch (Throwable ex) {
			this.strangers.release();
			close(socket);
			throw ex;
		}
	}

	private void serve(Socket socket) {
		try (socket) {
			boolean stays = false;
			Lines lines = new Lines(socket, PATIENCE_MILLIS);
			try {
				socket.setTcpNoDelay(true);
				socket.setKeepAlive(true);
				stays = LifeProof.answer(lines, this::secretOf, Sight.of(socket, this.where))
						&& this.visitors.tryAcquire();
			}
			finally {
				this.strangers.release();
			}
			if (stays) {
				keep(lines);
			}
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("A visitor of the listener of this process left: {}", ex.getMessage());
		}
	}

	private void keep(Lines lines) throws IOException {
		try {
			lines.awaitEnd();
		}
		finally {
			this.visitors.release();
		}
	}

	private @Nullable SharedSecret secretOf(String process) {
		Claim claim = this.claims.get(process);
		return (claim != null) ? claim.secret() : null;
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			logger.debug("A visitor could not be turned away: {}", ex.getMessage());
		}
	}

	/**
	 * A process for which the listener gives proofs of life. Each start of a transport
	 * makes one claim.
	 *
	 * @param onLost receives the reason if others may take the running process for ended
	 */
	private record Claim(SharedSecret secret, Consumer<String> onLost) {
	}

}
