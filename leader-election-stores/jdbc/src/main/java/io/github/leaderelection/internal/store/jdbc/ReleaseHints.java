package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.LeaseListeners;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.ClassUtils;

/**
 * Listens for notifications of releases from a PostgreSQL server. It keeps one connection
 * of the pool while the store is open. Without notifications, nodes see a release at
 * their next read.
 */
final class ReleaseHints implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long RETRY_SECONDS = 5;

	private static final boolean HAS_DRIVER = ClassUtils.isPresent("org.postgresql.PGConnection",
			ReleaseHints.class.getClassLoader());

	private final AtomicBoolean isStarted = new AtomicBoolean();

	private final AtomicBoolean isTold = new AtomicBoolean();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final DataSource dataSource;

	private final boolean mayListen;

	/** The listeners by the payload that identifies a lease on the channel. */
	private final Map<String, LeaseListeners> listeners = new ConcurrentHashMap<>();

	private volatile boolean isListening;

	/**
	 * Creates hints that start to listen at the first watch.
	 * @param mayListen whether a connection may be kept
	 */
	ReleaseHints(DataSource dataSource, boolean mayListen) {
		this.dataSource = dataSource;
		this.mayListen = mayListen;
	}

	Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		LeaseListeners of = this.listeners.computeIfAbsent(PostgresqlChannel.payload(key),
				(absent) -> new LeaseListeners());
		of.add(listener);
		if (this.mayListen && HAS_DRIVER && !isClosed() && this.isStarted.compareAndSet(false, true)) {
			begin();
		}
		return () -> of.remove(listener);
	}

	private void begin() {
		try {
			RequestThreads.threads().newThread(this::listenUntilClosed).start();
		}
		catch (Error ex) {
			// For example without free threads: the next watch tries again.
			this.isStarted.set(false);
			fallBack(SqlProblem.text(ex));
		}
	}

	boolean isListening() {
		return this.isListening;
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

	private void listenUntilClosed() {
		boolean again = true;
		while (again && !isClosed()) {
			again = listenOnce();
			this.isListening = false;
			again = again && !pause();
		}
	}

	/** Waits before the next try; true if the store was closed meanwhile. */
	private boolean pause() {
		try {
			return this.closed.await(RETRY_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
	}

	/** Listens on one connection; true if another try makes sense. */
	private boolean listenOnce() {
		try (Connection connection = this.dataSource.getConnection()) {
			return listen(connection);
		}
		catch (SQLException | RuntimeException | Error ex) {
			if (!isClosed()) {
				fallBack(SqlProblem.text(ex));
			}
			return true;
		}
	}

	private boolean listen(Connection connection) throws SQLException {
		if (Engine.dialect(connection) != FencingDialect.POSTGRESQL) {
			return false;
		}
		PostgresqlChannel channel = PostgresqlChannel.of(connection);
		if (channel == null) {
			fallBack("a connection pooler stands between this process and the server");
			return false;
		}
		SessionState former = SessionState.changed(connection, new SessionState.PoolDefaults(), false);
		try {
			channel.execute("LISTEN " + PostgresqlChannel.NAME);
			this.isListening = true;
			while (!isClosed()) {
				channel.next().forEach(this::hint);
			}
			channel.execute("UNLISTEN " + PostgresqlChannel.NAME);
			former.restore(connection);
		}
		catch (SQLException | RuntimeException | Error ex) {
			this.isListening = false;
			// The connection would go on listening in the pool.
			BrokenConnections.drop(this.dataSource, connection);
			throw ex;
		}
		return false;
	}

	private void hint(String told) {
		LeaseListeners of = this.listeners.get(told);
		if (of != null) {
			of.tell(null);
		}
	}

	private void fallBack(String why) {
		if (this.isTold.compareAndSet(false, true)) {
			logger.warn("The database does not tell of released leases: {}. Nodes see them at their next read", why);
		}
	}

	@Override
	public void close() {
		this.closed.countDown();
	}

}
