package io.github.leaderelection.jdbc;

/**
 * Uses an upsert whose condition is evaluated on the locked row. It counts no row if the
 * condition is false.
 */
final class PostgresqlStatements {

	private static final String CHECK = """
			INSERT INTO %s AS held (resource, token, counter, updated_at)
			VALUES (:resource, :token, 0, CURRENT_TIMESTAMP)
			ON CONFLICT (resource) DO UPDATE SET
			  token = EXCLUDED.token,
			  counter = CASE WHEN held.token = EXCLUDED.token THEN held.counter ELSE 0 END,
			  updated_at = EXCLUDED.updated_at
			WHERE held.token <= EXCLUDED.token
			""";

	private static final String PAIR = """
			INSERT INTO %s AS held (resource, token, counter, updated_at)
			VALUES (:resource, :token, :counter, CURRENT_TIMESTAMP)
			ON CONFLICT (resource) DO UPDATE SET
			  token = EXCLUDED.token, counter = EXCLUDED.counter, updated_at = EXCLUDED.updated_at
			WHERE (held.token, held.counter) %s (EXCLUDED.token, EXCLUDED.counter)
			""";

	private PostgresqlStatements() {
	}

	static FencingStatements of(String table) {
		return FencingStatements.of(table, CHECK, PAIR, "", 1);
	}

}
