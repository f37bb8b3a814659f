package io.github.leaderelection.internal.store.jdbc;

import java.util.List;

import io.github.leaderelection.jdbc.FencingDialect;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a dialect. A write is done if each of its statements counts a row;
 * where there are two, they are one transaction.
 *
 * @param create makes both rows, unless there is a lease
 * @param take changes both rows, the lease's by its version first
 * @param lockTimeout how the session is told to wait for a row no longer than a second;
 * null where the statements do so themselves
 */
record LeaseStatements(List<String> create, List<String> take, @Nullable LockTimeout lockTimeout, String beforeUpdate,
		String inUpdate) {

	static final String LEASE = "leader_election_lease";

	static final String REIGN = "leader_election_reign";

	/** Others who hold a row for longer are as good as away. */
	static final int LOCK_TIMEOUT_MILLIS = 1000;

	static final String READ = """
			SELECT r.holder, r.incarnation, r.attempt, r.url, r.token,
			  l.duration_nanos, l.is_free, l.preferred, l.preferred_nanos, l.version
			FROM leader_election_lease l
			JOIN leader_election_reign r ON r.cluster_name = l.cluster_name AND r.group_name = l.group_name
			WHERE l.cluster_name = :cluster AND l.group_name = :group
			""";

	static final String OF_KEY = "cluster_name = :cluster AND group_name = :group";

	static final String NO_LEASE = "NOT EXISTS (SELECT 1 FROM leader_election_lease WHERE " + OF_KEY + ")";

	static final String INSERT_LEASE = """
			INSERT INTO leader_election_lease
			  (cluster_name, group_name, version, duration_nanos, is_free, preferred_nanos)
			VALUES (:cluster, :group, :next, :duration, :free, 0)
			""";

	/** Without its condition. */
	static final String UPDATE_LEASE_AT_TAKE = "version = :next, duration_nanos = :duration, is_free = FALSE, "
			+ "preferred = NULL, preferred_nanos = 0";

	private static final String UPDATE = "%sUPDATE leader_election_lease SET version = :next, %s%s WHERE " + OF_KEY
			+ " AND version = :version";

	static LeaseStatements of(FencingDialect dialect) {
		return switch (dialect) {
			case POSTGRESQL -> PostgresqlLease.statements();
			case MYSQL -> MysqlLease.statements();
			case H2 -> H2Lease.statements();
		};
	}

	/** Where the tables' definition is on the class path. */
	static String schemaLocation(String platform) {
		return "io/github/leaderelection/jdbc/lease-" + platform + ".sql";
	}

	List<String> renew() {
		return List.of(UPDATE.formatted(this.beforeUpdate,
				"duration_nanos = :duration, is_free = FALSE, preferred = NULL, preferred_nanos = 0", this.inUpdate));
	}

	List<String> release() {
		return List.of(UPDATE.formatted(this.beforeUpdate,
				"is_free = TRUE, preferred = :preferred, preferred_nanos = :preferredNanos", this.inUpdate));
	}

	/**
	 * A setting of the session.
	 *
	 * @param present reads it
	 * @param change changes it
	 * @param wanted what it is to be
	 */
	record LockTimeout(String present, String change, long wanted) {
	}

}
