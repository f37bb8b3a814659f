package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.ReleaseListeners;
import io.github.leaderelection.internal.store.lease.ReleaseNews;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.ClassUtils;

/**
 * Has releases told by a PostgreSQL server, on one connection of the pool that is kept as
 * long as the store is open. Where that cannot be done, nodes see a release at their next
 * read.
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

	private final ReleaseListeners listeners;

	private volatile boolean isListening;

	/**
	 * Hints that begin with the first watch.
	 * @param mayListen whether a connection may be kept
	 */
	ReleaseHints(DataSource dataSource, ReleaseNews news, boolean mayListen) {
		this.dataSource = dataSource;
		this.mayListen = mayListen;
		this.listeners = new ReleaseListeners(news);
	}

	Watch watch(Key key, @Nullable NodeId node, Consumer<@Nullable LeaseRecord> listener) {
		Watch watch = this.listeners.add(PostgresqlChannel.payload(key), key, node, listener);
		if (this.mayListen && HAS_DRIVER && !isClosed() && this.isStarted.compareAndSet(false, true)) {
			begin();
		}
		return watch;
	}

	private void begin() {
		try {
			RequestThreads.threads().newThread(this::listenUntilClosed).start();
		}
		catch (Error ex) {
			// as where no more threads can be had: the next watch may have one
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

	/** Whether the store was closed meanwhile. */
	private boolean pause() {
		try {
			return this.closed.await(RETRY_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
	}

	/** Whether it is worth another try. */
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
			Set<String> counted = new HashSet<>();
			count(channel, counted);
			channel.execute("LISTEN " + PostgresqlChannel.NAME);
			this.isListening = true;
			while (!isClosed()) {
				count(channel, counted);
				channel.next().forEach(this::hint);
			}
			for (String payload : counted) {
				channel.execute(presence("pg_advisory_unlock_shared", payload));
			}
			channel.execute("UNLISTEN " + PostgresqlChannel.NAME);
			former.restore(connection);
		}
		catch (SQLException | RuntimeException | Error ex) {
			this.isListening = false;
			// It would go on to listen in the pool.
			BrokenConnections.drop(this.dataSource, connection);
			throw ex;
		}
		return false;
	}

	/** Has this process counted for each lease that is watched by now. */
	private void count(PostgresqlChannel channel, Set<String> counted) throws SQLException {
		for (String payload : this.listeners.channels()) {
			if (counted.add(payload)) {
				channel.execute(presence("pg_try_advisory_lock_shared", payload));
			}
		}
	}

	private static String presence(String function, String payload) {
		return "SELECT " + function + "(" + PostgresqlChannel.PRESENT + ", " + payload.hashCode() + ")";
	}

	private void hint(String told) {
		int end = told.lastIndexOf('\n');
		this.listeners.tell(told.substring(0, Math.max(0, end)), told.substring(end + 1), true);
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
