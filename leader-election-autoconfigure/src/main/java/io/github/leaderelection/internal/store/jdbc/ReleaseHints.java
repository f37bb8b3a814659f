package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.HintSpread;
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

	/**
	 * Whoever listens for a lease holds a shared advisory lock under this number and one
	 * of the lease, which nobody takes for itself alone: it is there to be counted.
	 */
	private static final int PRESENT = 0x6c656164;

	private static final String TELL = """
			SELECT pg_notify(?, ? || E'\\n' || (SELECT COUNT(*) FROM pg_locks
			  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
			  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
			  AND classid = CAST(CAST(? AS BIGINT) & 4294967295 AS OID)
			  AND objid = CAST(CAST(? AS BIGINT) & 4294967295 AS OID)))
			""";

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

	/** Tells the others, and how many they are. It does not matter if that fails. */
	static void tell(Connection connection, Key key) {
		String payload = payload(key);
		try (PreparedStatement statement = connection.prepareStatement(TELL)) {
			statement.setString(1, CHANNEL);
			statement.setString(2, payload);
			statement.setInt(3, PRESENT);
			statement.setInt(4, payload.hashCode());
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
		SessionState former = SessionState.changed(connection, new SessionState.Isolation());
		try {
			Set<String> counted = new HashSet<>();
			count(channel, counted);
			channel.execute("LISTEN " + CHANNEL);
			this.isListening = true;
			while (!isClosed()) {
				count(channel, counted);
				channel.next().forEach(this::hint);
			}
			for (String payload : counted) {
				channel.execute(presence("pg_advisory_unlock_shared", payload));
			}
			channel.execute("UNLISTEN " + CHANNEL);
			former.restore(connection);
		}
		catch (SQLException ex) {
			// It would go on to listen in the pool.
			connection.abort(Runnable::run);
			throw ex;
		}
		return false;
	}

	/** Has this process counted for each lease that is watched by now. */
	private void count(PostgresqlChannel channel, Set<String> counted) throws SQLException {
		for (String payload : this.listeners.keySet()) {
			if (counted.add(payload)) {
				channel.execute(presence("pg_try_advisory_lock_shared", payload));
			}
		}
	}

	private static String presence(String function, String payload) {
		return "SELECT " + function + "(" + PRESENT + ", " + payload.hashCode() + ")";
	}

	private void hint(String told) {
		int end = told.lastIndexOf('\n');
		LeaseListeners ofKey = this.listeners.get(told.substring(0, Math.max(0, end)));
		if (ofKey != null) {
			ofKey.spread(counted(told.substring(end + 1)));
		}
	}

	private static long counted(String text) {
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			// anybody may write to the channel
			return HintSpread.UNKNOWN;
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
