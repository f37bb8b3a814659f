package io.github.leaderelection.internal.store.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * What went wrong in a database, for the operator.
 */
final class SqlProblem {

	private SqlProblem() {
	}

	static String text(Exception ex) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(ex);
		String text = String.valueOf(cause.getMessage()).strip();
		if (cause instanceof SQLException sql && isMissingTable(sql.getSQLState())) {
			return "A table is missing (" + text + "): let your migrations run '"
					+ LeaseStatements.schemaLocation("{postgresql,mysql,h2}")
					+ "' of the class path, or set leader-election.jdbc.initialize-schema=always";
		}
		return cause.getClass().getSimpleName() + ": " + text;
	}

	private static boolean isMissingTable(@Nullable String state) {
		return state != null && (state.equals("42P01") || state.startsWith("42S0"));
	}

}
