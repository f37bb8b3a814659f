package io.github.leaderelection.internal.store.jdbc;

import java.util.List;

/**
 * A take is one joined update. It locks both rows, in the order of their names, before it
 * compares the version. So a late take may wait for the reign row in vain, for at most a
 * second.
 */
final class MysqlLease {

	/** The time in UTC, because the session's zone repeats an hour each year. */
	private static final String MILLIS = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";

	private static final String TAKE = """
			UPDATE leader_election_lease AS l STRAIGHT_JOIN leader_election_reign AS r
			  ON r.cluster_name = l.cluster_name AND r.group_name = l.group_name
			SET l.version = :next, l.duration_nanos = :duration, l.is_free = FALSE, l.preferred = NULL,
			  l.preferred_nanos = 0, r.holder = :holder, r.incarnation = :incarnation, r.attempt = :attempt,
			  r.url = :url, r.token = GREATEST(%s, :least, %s)
			WHERE l.cluster_name = :cluster AND l.group_name = :group AND l.version = :version
			""".formatted(LeaseStatements.NEXT_TOKEN.formatted("r.token"), MILLIS);

	private static final String CREATE_REIGN = """
			INSERT INTO leader_election_reign (cluster_name, group_name, incarnation, attempt, token)
			SELECT :cluster, :group, 0, 0, GREATEST(:least, %2$s) FROM DUAL WHERE %1$s
			ON DUPLICATE KEY UPDATE holder = NULL, incarnation = 0, attempt = 0, url = NULL,
			  token = GREATEST(%3$s, :least, %2$s)
			""".formatted(LeaseStatements.NO_LEASE, MILLIS, LeaseStatements.NEXT_TOKEN.formatted("token"));

	private MysqlLease() {
	}

	static LeaseStatements statements() {
		return LeaseStatements.readBack(List.of(CREATE_REIGN, LeaseStatements.INSERT_LEASE), List.of(TAKE),
				new LeaseStatements.LockTimeout("SELECT @@SESSION.innodb_lock_wait_timeout",
						"SET SESSION innodb_lock_wait_timeout = ", LeaseStatements.LOCK_TIMEOUT_MILLIS / 1000));
	}

}
