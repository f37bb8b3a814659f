package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to the listener of one member's process. The process counts as ended
 * only if two things happen. That very connection ends, and then the same address refuses
 * a new one within a second. Has a thread of its own. Safe for use from any thread.
 */
final class MemberWatch {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int CONNECT_MILLIS = 1000;

	private static final long PROOF_MILLIS = 2000;

	private static final long REFUSED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(64);

	private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long LATE_RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final int MOST_DOUBLINGS = 5;

	private final NodeId member;

	private final SharedSecret secret;

	private final ProcessListener own;

	private final Supplier<@Nullable String> host;

	private final LongConsumer ended;

	private final Thread thread;

	/** Compared by identity, so a process that is named again gets a new connection. */
	private final AtomicReference<@Nullable Target> target = new AtomicReference<>();

	private volatile @Nullable Socket socket;

	private volatile String state = "the member offers none";

	private volatile boolean closed;

	/** Whether a warning was logged. Only the thread uses this field and the next. */
	private boolean told;

	private int failures;

	/**
	 * Begins to wait for a target.
	 * @param host supplies the host of the member, null while it is unknown
	 * @param ended receives each process that has ended, once
	 */
	MemberWatch(NodeId self, NodeId member, SharedSecret secret, ProcessListener own, Supplier<@Nullable String> host,
			LongConsumer ended) {
		this.member = member;
		this.secret = secret;
		this.own = own;
		this.host = host;
		this.ended = ended;
		this.thread = new Thread(this::run, "leader-election-" + self + "-watches-" + member);
		this.thread.setDaemon(true);
		this.thread.setContextClassLoader(MemberWatch.class.getClassLoader());
		this.thread.start();
	}

	/**
	 * Watches the member's present process from now on.
	 * @param port the port on which the process listens, null if it has none
	 */
	void watch(long process, @Nullable Integer port) {
		Target next = (port != null) ? new Target(process, port) : null;
		Target before = this.target.get();
		if ((next != null) ? !next.equals(before) : before != null) {
			this.target.set(next);
			this.state = (next != null) ? "connecting" : "the member offers none";
			release();
		}
	}

	/** The state for the operator: 'in use', or the reason why not. */
	String state() {
		return this.state;
	}

	void close() {
		this.closed = true;
		release();
	}

	/**
	 * Closes the present connection and wakes the thread. Callers first change the target
	 * or the closed flag, so the thread does not report this end as a crash.
	 */
	private void release() {
		Socket present = this.socket;
		if (present != null) {
			try {
				present.close();
			}
			catch (IOException ex) {
				logger.debug("A connection could not be closed: {}", ex.getMessage());
			}
		}
		LockSupport.unpark(this.thread);
	}

	private boolean isCurrent(Target one) {
		return !this.closed && one == this.target.get();
	}

	private void say(Target present, String news) {
		if (isCurrent(present)) {
			this.state = news;
		}
	}

	private void run() {
		while (!this.closed) {
			Target present = this.target.get();
			if (present == null) {
				LockSupport.park(this);
				continue;
			}
			try {
				watch(present);
			}
			catch (Throwable ex) {
				say(present, "not connected: " + ex.getMessage());
				this.failures = Math.min(this.failures + 1, MOST_DOUBLINGS);
				pause(present, RETRY_NANOS << this.failures);
			}
		}
	}

	private void pause(Target present, long nanos) {
		if (isCurrent(present)) {
			LockSupport.parkNanos(this, nanos);
		}
	}

	private void watch(Target present) throws IOException {
		String name = this.host.get();
		if (name == null) {
			pause(present, RETRY_NANOS);
			return;
		}
		InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(name), present.port());
		try (Socket connection = new Socket()) {
			this.socket = connection;
			if (!isCurrent(present)) {
				// The target may have changed before release() could see this socket.
				return;
			}
			connection.connect(address, CONNECT_MILLIS);
			connection.setTcpNoDelay(true);
			connection.setKeepAlive(true);
			Lines lines = new Lines(connection, PROOF_MILLIS);
			Sight seen = Sight.of(connection, this.own.where());
			String difference = seen.difference(LifeProof.ask(lines, this.secret, present.process(), seen));
			if (difference != null) {
				unusable(present, difference);
				return;
			}
			inUse(present, address);
			awaitEnd(lines);
		}
		long endedNanos = System.nanoTime();
		if (isCurrent(present) && isRefused(present, address, endedNanos)) {
			hasEnded(present, address);
		}
	}

	private void unusable(Target present, String difference) {
		say(present, "not in use: " + difference);
		if (!this.told) {
			this.told = true;
			logger.warn(
					"Crash detection is not in use for member {}: {}. Its crash costs the rest of the lease. Let "
							+ "members reach each other directly, or set leader-election.crash-detection=none",
					this.member, difference);
		}
		pause(present, LATE_RETRY_NANOS);
	}

	private void inUse(Target present, InetSocketAddress address) {
		this.failures = 0;
		if (isCurrent(present)) {
			say(present, "in use");
			logger.info("Crash detection is in use for member {} at {}", this.member, address);
		}
	}

	private static void awaitEnd(Lines lines) {
		try {
			lines.awaitEnd();
		}
		catch (IOException ex) {
			logger.debug("The connection to the listener of a member ended: {}", ex.getMessage());
		}
	}

	/**
	 * Dials for up to a second until the address refuses. The system may close the
	 * connection a little before the listener.
	 */
	private boolean isRefused(Target present, InetSocketAddress address, long endedNanos) {
		long pause = FIRST_PAUSE_NANOS;
		while (isCurrent(present) && System.nanoTime() - endedNanos <= REFUSED_WITHIN_NANOS) {
			if (this.own.refused().by(address)) {
				return isCurrent(present) && System.nanoTime() - endedNanos <= REFUSED_WITHIN_NANOS;
			}
			LockSupport.parkNanos(this, pause);
			pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
		}
		return false;
	}

	private void hasEnded(Target present, InetSocketAddress address) {
		say(present, "its process has ended");
		logger.info("The process of member {} has ended: {} refuses connections", this.member, address);
		this.ended.accept(present.process());
		this.target.compareAndSet(present, null);
	}

	/**
	 * A process of the member.
	 */
	private record Target(long process, int port) {
	}

}
