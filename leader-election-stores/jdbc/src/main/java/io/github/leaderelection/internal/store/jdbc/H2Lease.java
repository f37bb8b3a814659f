package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A take is two statements in one transaction. The first locks the lease, if it has the
 * version. Otherwise the second does not run.
 */
final class H2Lease {

	private static final String MILLIS = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)";

	private static final String TAKE_LEASE = "UPDATE leader_election_lease SET " + LeaseStatements.HOLD + " WHERE "
			+ LeaseStatements.OF_KEY + " AND version = :version";

	private static final String TAKE_REIGN = """
			UPDATE leader_election_reign SET holder = :holder, incarnation = :incarnation, attempt = :attempt,
			  url = :url, token = GREATEST(%3$s, CAST(:least AS BIGINT), %2$s)
			WHERE %1$s
			""".formatted(LeaseStatements.OF_KEY, MILLIS, LeaseStatements.NEXT_TOKEN.formatted("token"));

	private static final String CREATE_REIGN = """
			MERGE INTO leader_election_reign AS r
			USING (SELECT CAST(:cluster AS VARCHAR(255)) AS cluster_name, CAST(:group AS VARCHAR(255)) AS group_name,
			  GREATEST(CAST(:least AS BIGINT), %2$s) AS token) AS given
			ON r.cluster_name = given.cluster_name AND r.group_name = given.group_name
			WHEN MATCHED AND %1$s THEN UPDATE SET holder = NULL, incarnation = 0, attempt = 0, url = NULL,
			  token = GREATEST(%3$s, given.token)
			WHEN NOT MATCHED THEN INSERT (cluster_name, group_name, incarnation, attempt, token)
			  VALUES (given.cluster_name, given.group_name, 0, 0, given.token)
			""".formatted(LeaseStatements.NO_LEASE, MILLIS, LeaseStatements.NEXT_TOKEN.formatted("r.token"));

	/**
	 * The setting may have several rows: the effective value, that of the URL, and one of
	 * an earlier opening.
	 */
	private static final String WRITE_DELAY = """
			SELECT MAX(CAST(SETTING_VALUE AS INT)) FROM INFORMATION_SCHEMA.SETTINGS
			WHERE UPPER(SETTING_NAME) = 'WRITE_DELAY'
			""";

	private H2Lease() {
	}

	static LeaseStatements statements() {
		return LeaseStatements.readBack(List.of(CREATE_REIGN, LeaseStatements.INSERT_LEASE),
				List.of(TAKE_LEASE, TAKE_REIGN), new LeaseStatements.LockTimeout("CALL LOCK_TIMEOUT()",
						"SET LOCK_TIMEOUT ", LeaseStatements.LOCK_TIMEOUT_MILLIS));
	}

	/**
	 * The delay between the confirmation of a commit and its write to disk. A kill of the
	 * database's process undoes unwritten commits.
	 * @return the delay in milliseconds, 0 also for a database in memory
	 */
	static int writeDelayMillis(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(WRITE_DELAY)) {
			return row.next() ? row.getInt(1) : 0;
		}
	}

}
