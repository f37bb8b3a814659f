package io.github.leaderelection.internal.store.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.github.leaderelection.spi.LeaseStore.Key;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * Locks, in a transaction of the application, the row of the leadership under which it
 * commits. Renewals and releases do not touch that row, and a take waits for it. Call
 * each method within the transaction. Safe for use from any thread.
 */
public final class LeadershipLock {

	private static final Logger logger = LoggerFactory.getLogger(LeadershipLock.class);

	private final Function<Key, @Nullable Duration> leases;

	private final LeaseTables tables;

	private volatile @Nullable LeadershipStatements statements;

	/**
	 * Creates a lock.
	 * @param leases supplies the duration of the lease that this process last took, null
	 * if it took none
	 */
	LeadershipLock(Function<Key, @Nullable Duration> leases, LeaseTables tables) {
		this.leases = leases;
		this.tables = tables;
	}

	/** Makes the database check constraints that it defers to the commit. */
	public void settle(JdbcOperations jdbc) {
		String settle = statements(jdbc).settle();
		if (settle != null) {
			jdbc.execute(settle);
		}
	}

	/**
	 * Locks the leadership with a fencing token until the end of the transaction; false
	 * if there is none.
	 */
	public boolean isTaken(JdbcOperations jdbc, Key key, long token) {
		Duration lease = this.leases.apply(key);
		if (lease == null) {
			return false;
		}
		LeadershipStatements present = statements(jdbc);
		if (present.limit() != null) {
			jdbc.execute(present.limit().formatted(Math.max(1, lease.toSeconds())));
		}
		return !new NamedParameterJdbcTemplate(jdbc)
			.queryForList(present.lock(), Map.of("cluster", key.cluster(), "group", key.group(), "token", token, "idle",
					Math.max(1, lease.toMillis())), Long.class)
			.isEmpty();
	}

	/**
	 * Undoes after the transaction the changes of {@link #isTaken} to its session. If
	 * that fails, the connection is aborted.
	 */
	public void restore(JdbcOperations jdbc) {
		String restore = statements(jdbc).restore();
		if (restore == null) {
			return;
		}
		try {
			jdbc.execute(restore);
		}
		catch (DataAccessException ex) {
			logger.debug("A session is not given back", ex);
			jdbc.execute((ConnectionCallback<Boolean>) (connection) -> {
				connection.abort(Runnable::run);
				return true;
			});
		}
	}

	private LeadershipStatements statements(JdbcOperations jdbc) {
		LeadershipStatements known = this.statements;
		if (known == null) {
			known = Objects.requireNonNull(
					jdbc.execute((ConnectionCallback<LeadershipStatements>) (connection) -> LeadershipStatements
						.of(connection, this.tables)));
			this.statements = known;
		}
		return known;
	}

}
