package io.github.leaderelection.jdbc;

/**
 * An upsert of the same row twice. One that inserts counts 1, one that changes a row 2,
 * and one that leaves it as it is counts 0 or 1: drivers ask the server to count rows
 * found instead of rows changed (CLIENT_FOUND_ROWS) unless told {@code useAffectedRows}.
 * So a single row would count 1 for a first use as well as for a refusal. Here the first
 * row claims the mark, by a counter below 0, and the second confirms it: admitted they
 * count 1 + 2 or 2 + 2, refused 0 + 0 or 1 + 1. Nobody ever sees a counter below 0.
 * <p>
 * The assignments read only what is assigned behind them, so that they do the same
 * whether the server makes them in turn or at once (SIMULTANEOUS_ASSIGNMENT).
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

	private static final String PASS = """
			INSERT INTO %s (resource, token, counter, updated_at)
			VALUES (:resource, :token, -1 - :counter, CURRENT_TIMESTAMP(6)),
			  (:resource, :token, -1 - :counter, CURRENT_TIMESTAMP(6))
			ON DUPLICATE KEY UPDATE
			  updated_at = CASE WHEN token < :token OR token = :token AND counter < :counter
			    THEN CURRENT_TIMESTAMP(6) ELSE updated_at END,
			  counter = CASE WHEN counter < 0 THEN -1 - counter
			    WHEN token < :token OR token = :token AND counter < :counter THEN -1 - :counter ELSE counter END,
			  token = GREATEST(token, :token)
			""";

	private MysqlStatements() {
	}

	static FencingStatements of(String table) {
		String present = FencingStatements.present(table);
		return new FencingStatements(CHECK.formatted(table), PASS.formatted(table), present,
				present + " LOCK IN SHARE MODE", 3);
	}

}
