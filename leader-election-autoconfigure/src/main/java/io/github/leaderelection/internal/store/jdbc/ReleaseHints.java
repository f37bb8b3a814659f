package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Has releases told by a PostgreSQL server, on one connection of the pool that is kept as
 * long as the store is open. Where that cannot be done, nodes see a release at their next
 * read.
 */
final class ReleaseHints implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String CHANNEL = "leader_election_lease";

	private static final long RETRY_SECONDS = 5;

	private static final boolean HAS_DRIVER = ClassUtils.isPresent("org.postgresql.PGConnection",
			ReleaseHints.class.getClassLoader());

	private final Map<String, LeaseListeners> listeners = new ConcurrentHashMap<>();

	private final AtomicBoolean isStarted = new AtomicBoolean();

	private final AtomicBoolean isTold = new AtomicBoolean();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final DataSource dataSource;

	private volatile boolean isListening;

	ReleaseHints(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	/** Tells the others. It does not matter if that fails. */
	static void tell(Connection connection, Key key) {
		try (PreparedStatement statement = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
			statement.setString(1, CHANNEL);
			statement.setString(2, payload(key));
			statement.execute();
		}
		catch (SQLException ex) {
			logger.debug("The release of {} is not told: {}", key, SqlProblem.text(ex));
		}
	}

	private static String payload(Key key) {
		return key.cluster() + "\n" + key.group();
	}

	Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		LeaseListeners ofKey = this.listeners.computeIfAbsent(payload(key), (absent) -> new LeaseListeners());
		ofKey.add(listener);
		if (HAS_DRIVER && !isClosed() && this.isStarted.compareAndSet(false, true)) {
			RequestThreads.threads().newThread(this::listenUntilClosed).start();
		}
		return () -> ofKey.remove(listener);
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
		catch (SQLException | RuntimeException ex) {
			if (!isClosed()) {
				fallBack(SqlProblem.text(ex));
			}
			return true;
		}
	}

	private boolean listen(Connection connection) throws SQLException {
		if (Engine.of(connection).dialect() != FencingDialect.POSTGRESQL) {
			return false;
		}
		PostgresqlChannel channel = PostgresqlChannel.of(connection);
		if (channel == null) {
			fallBack("a connection pooler stands between this process and the server");
			return false;
		}
		SessionState former = SessionState.changed(connection);
		try (Statement statement = connection.createStatement()) {
			statement.execute("LISTEN " + CHANNEL);
			this.isListening = true;
			while (!isClosed()) {
				channel.next().forEach(this::hint);
			}
			statement.execute("UNLISTEN " + CHANNEL);
			former.restore(connection);
		}
		catch (SQLException ex) {
			// It would go on to listen in the pool.
			connection.abort(Runnable::run);
			throw ex;
		}
		return false;
	}

	private void hint(String payload) {
		LeaseListeners ofKey = this.listeners.get(payload);
		if (ofKey != null) {
			ofKey.tell(null);
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
