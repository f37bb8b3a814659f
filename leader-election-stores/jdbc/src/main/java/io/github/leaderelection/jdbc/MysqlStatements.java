package io.github.leaderelection.jdbc;

/**
 * Upserts the same row twice in one statement. An insert counts 1 and a change 2. An
 * unchanged row counts 0 or 1: drivers count found rows instead of changed ones
 * (CLIENT_FOUND_ROWS) unless {@code useAffectedRows} is set. So a single upsert would
 * count 1 for a first use and for a refusal. Here the first upsert claims the mark with a
 * negative counter, and the second confirms it. Admitted, they count 1 + 2 or 2 + 2;
 * refused, 0 + 0 or 1 + 1. No other statement sees a negative counter.
 * <p>
 * Each assignment reads only columns that are assigned after it. So the result is the
 * same whether the server assigns in turn or at once (SIMULTANEOUS_ASSIGNMENT).
 */
final class MysqlStatements {

	private static final String CHECK = """
			INSERT INTO %s (resource, token, counter, updated_at)
			VALUES (:resource, :token, -1, CURRENT_TIMESTAMP(6)), (:resource, :token, -1, CURRENT_TIMESTAMP(6))
			ON DUPLICATE KEY UPDATE
			  updated_at = CASE WHEN token <= :token THEN CURRENT_TIMESTAMP(6) ELSE updated_at END,
			  counter = CASE WHEN counter < 0 OR token = :token THEN -1 - counter
			    WHEN token < :token THEN -1 ELSE counter END,
			  token = GREATEST(token, :token)
			""";

	private static final String PAIR = """
			INSERT INTO %1$s (resource, token, counter, updated_at)
			VALUES (:resource, :token, -1 - :counter, CURRENT_TIMESTAMP(6)),
			  (:resource, :token, -1 - :counter, CURRENT_TIMESTAMP(6))
			ON DUPLICATE KEY UPDATE
			  updated_at = CASE WHEN token < :token OR token = :token AND counter %2$s :counter
			    THEN CURRENT_TIMESTAMP(6) ELSE updated_at END,
			  counter = CASE WHEN counter < 0 THEN -1 - counter
			    WHEN token < :token OR token = :token AND counter %2$s :counter THEN -1 - :counter ELSE counter END,
			  token = GREATEST(token, :token)
			""";

	private MysqlStatements() {
	}

	static FencingStatements of(String table) {
		return FencingStatements.of(table, CHECK, PAIR, " LOCK IN SHARE MODE", 3);
	}

}
