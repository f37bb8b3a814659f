package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.spi.LeaseStore.Key;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Receives the notifications of a PostgreSQL server on a connection.
 */
final class PostgresqlChannel {

	static final String NAME = "leader_election_lease";

	/** Sends a notification of a released lease. */
	static final String TELL = "SELECT pg_notify('" + NAME + "', :told)";

	/** The interval at which a connection without notifications is checked. */
	static final Duration CHECK_EACH = Duration.ofSeconds(10);

	private static final int WAIT_MILLIS = 500;

	private static final long WAITS_UNTIL_CHECK = CHECK_EACH.toMillis() / WAIT_MILLIS;

	private static final int CHECK_SECONDS = 5;

	private final Connection connection;

	private final PGConnection driver;

	private int silent;

	private PostgresqlChannel(Connection connection, PGConnection driver) {
		this.connection = connection;
		this.driver = driver;
	}

	/**
	 * Creates the channel of a connection.
	 * @return null if a pooler stands between: it may pass the next statement to another
	 * session
	 */
	static @Nullable PostgresqlChannel of(Connection connection) throws SQLException {
		PGConnection driver = connection.unwrap(PGConnection.class);
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
			return (row.next() && row.getInt(1) == driver.getBackendPID()) ? new PostgresqlChannel(connection, driver)
					: null;
		}
	}

	/** The payload that identifies a lease on the channel. */
	static String payload(Key key) {
		return key.cluster() + "\n" + key.group();
	}

	void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	/**
	 * The payloads received since the last call, after a short wait. Checks a silent
	 * connection now and then, because a broken network reports nothing.
	 */
	List<String> next() throws SQLException {
		PGNotification[] told = this.driver.getNotifications(WAIT_MILLIS);
		if (told != null && told.length > 0) {
			this.silent = 0;
			return Arrays.stream(told).map(PGNotification::getParameter).toList();
		}
		this.silent++;
		if (this.silent >= WAITS_UNTIL_CHECK) {
			this.silent = 0;
			if (!this.connection.isValid(CHECK_SECONDS)) {
				throw new SQLException("The connection that listens is broken", "08006");
			}
		}
		return List.of();
	}

}
