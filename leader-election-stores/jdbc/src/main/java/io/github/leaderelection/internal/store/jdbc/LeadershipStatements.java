package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The statements by which a transaction locks the leadership under which it commits. A
 * node that vanishes with that lock would block the next leader. So the session first
 * gets a limit: the server ends it after an idle time of a lease.
 *
 * @param settle checks deferred constraints before the commit; null if there are none
 * @param limit limits the session's idle time in seconds; null if {@code lock} limits it
 * in milliseconds, or the database cannot
 * @param lock selects the leadership by its token, and locks the row against takes
 * @param restore undoes the limit; null if it ends with the transaction
 */
record LeadershipStatements(@Nullable String settle, @Nullable String limit, String lock, @Nullable String restore) {

	private static final String SELECT = "SELECT token FROM leader_election_reign WHERE " + LeaseStatements.OF_KEY
			+ " AND token = :token ";

	/**
	 * Deferred constraints may wait for other transactions, so they are checked before
	 * the lock.
	 */
	private static final LeadershipStatements POSTGRESQL = new LeadershipStatements("SET CONSTRAINTS ALL IMMEDIATE",
			null,
			"""
					WITH settings AS (SELECT set_config('idle_in_transaction_session_timeout', CAST(:idle AS TEXT), true))
					SELECT r.token FROM leader_election_reign AS r, settings
					WHERE %s AND token = :token FOR SHARE OF r
					"""
				.formatted(LeaseStatements.OF_KEY),
			null);

	/** MySQL and MariaDB both accept this form, whichever of them the driver reports. */
	private static final String SHARED = SELECT + "LOCK IN SHARE MODE";

	/** MySQL has no limit for idle transactions, only for idle sessions. */
	private static final LeadershipStatements MYSQL = new LeadershipStatements(null,
			"SET @leader_election_idle = @@SESSION.wait_timeout, SESSION wait_timeout = %d", SHARED,
			"SET SESSION wait_timeout = @leader_election_idle");

	/** In MariaDB these two settings take precedence over all other limits. */
	private static final LeadershipStatements MARIADB = new LeadershipStatements(null,
			"SET @leader_election_idle_write = @@SESSION.idle_write_transaction_timeout, "
					+ "@leader_election_idle_read = @@SESSION.idle_readonly_transaction_timeout, "
					+ "SESSION idle_write_transaction_timeout = %1$d, SESSION idle_readonly_transaction_timeout = %1$d",
			SHARED, "SET SESSION idle_write_transaction_timeout = @leader_election_idle_write, "
					+ "SESSION idle_readonly_transaction_timeout = @leader_election_idle_read");

	private static final LeadershipStatements H2 = new LeadershipStatements(null, null, SELECT + "FOR UPDATE", null);

	static LeadershipStatements of(Connection connection, LeaseTables tables) throws SQLException {
		LeadershipStatements usual = switch (Engine.dialect(connection)) {
			case POSTGRESQL -> POSTGRESQL;
			case MYSQL -> isMariadb(connection) ? MARIADB : MYSQL;
			case H2 -> H2;
		};
		String lock = tables.names(connection.getMetaData()).in(usual.lock);
		return new LeadershipStatements(usual.settle, usual.limit, lock, usual.restore);
	}

	/** Uses the version, because the driver of MySQL names both MySQL. */
	private static boolean isMariadb(Connection connection) throws SQLException {
		return connection.getMetaData().getDatabaseProductVersion().toLowerCase(Locale.ROOT).contains("mariadb");
	}

}
