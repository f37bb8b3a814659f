package io.github.leaderelection.jdbc;

/**
 * Uses a merge, which counts no row if neither branch applies.
 */
final class H2Statements {

	private static final String CHECK = """
			MERGE INTO %s AS held
			USING (SELECT CAST(:resource AS VARCHAR(255)) AS resource, CAST(:token AS BIGINT) AS token) AS given
			ON held.resource = given.resource
			WHEN MATCHED AND held.token <= given.token THEN UPDATE SET
			  counter = CASE WHEN held.token = given.token THEN held.counter ELSE 0 END,
			  token = given.token, updated_at = CURRENT_TIMESTAMP
			WHEN NOT MATCHED THEN INSERT (resource, token, counter, updated_at)
			  VALUES (given.resource, given.token, 0, CURRENT_TIMESTAMP)
			""";

	private static final String PAIR = """
			MERGE INTO %s AS held
			USING (SELECT CAST(:resource AS VARCHAR(255)) AS resource, CAST(:token AS BIGINT) AS token,
			  CAST(:counter AS BIGINT) AS counter) AS given
			ON held.resource = given.resource
			WHEN MATCHED AND (held.token, held.counter) %s (given.token, given.counter) THEN UPDATE SET
			  counter = given.counter, token = given.token, updated_at = CURRENT_TIMESTAMP
			WHEN NOT MATCHED THEN INSERT (resource, token, counter, updated_at)
			  VALUES (given.resource, given.token, given.counter, CURRENT_TIMESTAMP)
			""";

	private H2Statements() {
	}

	static FencingStatements of(String table) {
		return FencingStatements.of(table, CHECK, PAIR, "", 1);
	}

}
