package io.github.leaderelection.internal.store.jdbc;

import java.util.List;

import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a dialect. A write succeeds if each of its statements changes a row;
 * two statements form one transaction. A renewal and a release are one statement each.
 *
 * @param create inserts both rows, unless the lease exists
 * @param take updates both rows, that of the lease by its version first
 * @param renew updates only the lease's row, by its version
 * @param returning whether take, renew and release return the written record instead of a
 * row count
 * @param lockTimeout the session setting that limits a take's wait for a row; null if the
 * statements limit it themselves
 */
record LeaseStatements(List<String> create, List<String> take, List<String> renew, List<String> release,
		boolean returning, @Nullable LockTimeout lockTimeout) {

	static final String LEASE = "leader_election_lease";

	static final String REIGN = "leader_election_reign";

	static final String VALUE = "leader_election_value";

	/** A node that holds a row lock for longer counts as failed. */
	static final int LOCK_TIMEOUT_MILLIS = 1000;

	/** The columns of a record, from the lease l and the reign r. */
	static final String RECORD = "r.holder, r.incarnation, r.attempt, r.url, r.token, "
			+ "l.duration_nanos, l.is_free, l.preferred, l.preferred_nanos, l.version";

	static final String READ = """
			SELECT %s
			FROM leader_election_lease l
			JOIN leader_election_reign r ON r.cluster_name = l.cluster_name AND r.group_name = l.group_name
			WHERE l.cluster_name = :cluster AND l.group_name = :group
			""".formatted(RECORD);

	/** The token after a given one; 0 after a token that no node writes. */
	static final String NEXT_TOKEN = "CASE WHEN %1$s < " + Ballot.MAX_TERM + " THEN %1$s + 1 ELSE 0 END";

	static final String OF_KEY = "cluster_name = :cluster AND group_name = :group";

	static final String NO_LEASE = "NOT EXISTS (SELECT 1 FROM leader_election_lease WHERE " + OF_KEY + ")";

	static final String INSERT_LEASE = """
			INSERT INTO leader_election_lease
			  (cluster_name, group_name, version, duration_nanos, is_free, preferred_nanos)
			VALUES (:cluster, :group, :next, :duration, :free, 0)
			""";

	/** The columns of the lease that a take and a renewal set. */
	static final String HOLD = "version = :next, duration_nanos = :duration, is_free = FALSE, "
			+ "preferred = NULL, preferred_nanos = 0";

	/** The columns of the lease that a release sets. */
	static final String FREE = "version = :next, is_free = TRUE, preferred = :preferred, "
			+ "preferred_nanos = :preferredNanos";

	/** Statements that match no row: databases check the rights nevertheless. */
	static final List<String> NO_CHANGE = List.of("UPDATE leader_election_lease SET version = version WHERE 1 = 0",
			"UPDATE leader_election_reign SET token = token WHERE 1 = 0", """
					INSERT INTO leader_election_lease
					  (cluster_name, group_name, version, duration_nanos, is_free, preferred_nanos)
					SELECT cluster_name, group_name, version, duration_nanos, is_free, preferred_nanos
					FROM leader_election_lease WHERE 1 = 0
					""", """
					INSERT INTO leader_election_reign (cluster_name, group_name, incarnation, attempt, token)
					SELECT cluster_name, group_name, incarnation, attempt, token
					FROM leader_election_reign WHERE 1 = 0
					""");

	private static final String UPDATE = "UPDATE leader_election_lease SET %s WHERE " + OF_KEY
			+ " AND version = :version";

	static final String CHANGE_MARK = "UPDATE leader_election_reign SET attempt = :mark WHERE " + OF_KEY;

	static final String MAKE_MARK = """
			INSERT INTO leader_election_reign (cluster_name, group_name, incarnation, attempt, token)
			VALUES (:cluster, :group, 0, :mark, 0)
			""";

	static final String MARK = "SELECT attempt FROM leader_election_reign WHERE " + OF_KEY;

	static final String READ_VALUE = "SELECT version, content FROM leader_election_value WHERE " + OF_KEY;

	static final String MAKE_VALUE = """
			INSERT INTO leader_election_value (cluster_name, group_name, version, content)
			VALUES (:cluster, :group, :next, :content)
			""";

	static final String CHANGE_VALUE = "UPDATE leader_election_value SET version = :next, content = :content WHERE "
			+ OF_KEY + " AND version = :version";

	static final List<String> NO_CHANGE_OF_VALUES = List
		.of("UPDATE leader_election_value SET version = version WHERE 1 = 0", """
				INSERT INTO leader_election_value (cluster_name, group_name, version, content)
				SELECT cluster_name, group_name, version, content FROM leader_election_value WHERE 1 = 0
				""");

	static LeaseStatements of(FencingDialect dialect) {
		return switch (dialect) {
			case POSTGRESQL -> PostgresqlLease.statements();
			case MYSQL -> MysqlLease.statements();
			case H2 -> H2Lease.statements();
		};
	}

	/** The class path location of the tables' definition. */
	static String schemaLocation(String platform) {
		return schemaLocation("lease", platform);
	}

	static String schemaLocation(String tables, String platform) {
		return "io/github/leaderelection/jdbc/" + tables + "-" + platform + ".sql";
	}

	/** The statements of a server that does not return changed rows. */
	static LeaseStatements readBack(List<String> create, List<String> take, LockTimeout lockTimeout) {
		return new LeaseStatements(create, take, List.of(UPDATE.formatted(HOLD)), List.of(UPDATE.formatted(FREE)),
				false, lockTimeout);
	}

	/**
	 * A setting of the session.
	 */
	record LockTimeout(String present, String change, long wanted) {
	}

}
