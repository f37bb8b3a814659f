package io.github.leaderelection.internal.store.jdbc;

import java.util.List;

/**
 * Each write is one auto-committed statement with its own settings, which end with the
 * statement. So a stalled client holds no row lock.
 */
final class PostgresqlLease {

	/**
	 * Settings for a synchronous commit: a crash of the server must not undo a confirmed
	 * write.
	 */
	private static final String SETTINGS = """
			WITH settings AS (SELECT set_config('lock_timeout', '%d', true),
			  set_config('synchronous_commit', CASE
			    WHEN current_setting('synchronous_commit') = 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true))
			""".formatted(LeaseStatements.LOCK_TIMEOUT_MILLIS);

	private static final String MILLIS = "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";

	private static final String NEXT_TOKEN = LeaseStatements.NEXT_TOKEN.formatted("r.token");

	private static final String TAKE = SETTINGS + """
			, l AS (UPDATE leader_election_lease SET %s
			  FROM settings WHERE %s AND version = :version
			  RETURNING leader_election_lease.*)
			UPDATE leader_election_reign AS r SET holder = :holder, incarnation = :incarnation, attempt = :attempt,
			  url = :url, token = GREATEST(%s, :least, %s)
			FROM l WHERE r.cluster_name = l.cluster_name AND r.group_name = l.group_name
			RETURNING %s
			""".formatted(LeaseStatements.HOLD, LeaseStatements.OF_KEY, NEXT_TOKEN, MILLIS, LeaseStatements.RECORD);

	/**
	 * The reign row belongs to the version, because every other take changes the version.
	 */
	private static final String UPDATE = SETTINGS + """
			UPDATE leader_election_lease AS l SET %s
			FROM settings, leader_election_reign AS r
			WHERE l.cluster_name = :cluster AND l.group_name = :group AND l.version = :version
			  AND r.cluster_name = l.cluster_name AND r.group_name = l.group_name
			RETURNING %s
			""";

	private static final String CREATE = SETTINGS + """
			, reign AS (INSERT INTO leader_election_reign AS r (cluster_name, group_name, incarnation, attempt, token)
			  SELECT :cluster, :group, 0, 0, GREATEST(:least, %2$s) FROM settings WHERE %1$s
			  ON CONFLICT (cluster_name, group_name) DO UPDATE SET holder = NULL, incarnation = 0, attempt = 0,
			    url = NULL, token = GREATEST(%3$s, EXCLUDED.token)
			  RETURNING r.cluster_name, r.group_name)
			INSERT INTO leader_election_lease
			  (cluster_name, group_name, version, duration_nanos, is_free, preferred_nanos)
			SELECT cluster_name, group_name, :next, :duration, :free, 0 FROM reign
			""".formatted(LeaseStatements.NO_LEASE, MILLIS, NEXT_TOKEN);

	private static final LeaseStatements STATEMENTS = new LeaseStatements(List.of(CREATE), List.of(TAKE),
			List.of(update(LeaseStatements.HOLD)), List.of(update(LeaseStatements.FREE)), true, null);

	private PostgresqlLease() {
	}

	static LeaseStatements statements() {
		return STATEMENTS;
	}

	private static String update(String change) {
		return UPDATE.formatted(change, LeaseStatements.RECORD);
	}

}
