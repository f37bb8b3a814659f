package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * How a transaction locks the reign under which it commits. Whoever vanishes with that
 * lock would hold up the next leader, so the server is told before to end a session that
 * says nothing for a lease.
 *
 * @param settle has checked what is put off until the commit; null if nothing is
 * @param limit has the session ended after a number of idle seconds; null if the lock
 * does so itself, for a number of idle milliseconds, or nothing can
 * @param lock counts the reign, and locks it against takes
 * @param restore undoes the limit; null if it ends with the transaction
 */
record LeadershipStatements(@Nullable String settle, @Nullable String limit, String lock, @Nullable String restore) {

	private static final String SELECT = "SELECT token FROM leader_election_reign WHERE " + LeaseStatements.OF_KEY
			+ " AND token = :token ";

	/** Constraints that are put off may wait for others, who may take long. */
	private static final LeadershipStatements POSTGRESQL = new LeadershipStatements("SET CONSTRAINTS ALL IMMEDIATE",
			null,
			"""
					WITH settings AS (SELECT set_config('idle_in_transaction_session_timeout', CAST(:idle AS TEXT), true))
					SELECT r.token FROM leader_election_reign AS r, settings
					WHERE %s AND token = :token FOR SHARE OF r
					"""
				.formatted(LeaseStatements.OF_KEY),
			null);

	/** Here MariaDB understands what MySQL does, whichever of them the driver reports. */
	private static final String SHARED = SELECT + "LOCK IN SHARE MODE";

	/** It has no limit for transactions alone. */
	static final LeadershipStatements MYSQL = new LeadershipStatements(null,
			"SET @leader_election_idle = @@SESSION.wait_timeout, SESSION wait_timeout = %d", SHARED,
			"SET SESSION wait_timeout = @leader_election_idle");

	/** These two come before all other limits, as soon as they are set. */
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

	/** The driver of MySQL calls both by its own name. */
	private static boolean isMariadb(Connection connection) throws SQLException {
		return connection.getMetaData().getDatabaseProductVersion().toLowerCase(Locale.ROOT).contains("mariadb");
	}

}
