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
			return missingTable(text) + ". " + LeaseTableMissingException.remedy();
		}
		return cause.getClass().getSimpleName() + ": " + text;
	}

	private static String missingTable(String text) {
		return "A table is missing in the database (" + text + ")";
	}

	/** Fails for good if that is what a problem comes from. */
	static void throwIfTableIsMissing(Exception problem) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(problem);
		if (cause instanceof SQLException sql && isMissingTable(sql.getSQLState())) {
			throw new LeaseTableMissingException(missingTable(String.valueOf(cause.getMessage()).strip()), problem);
		}
	}

	private static boolean isMissingTable(@Nullable String state) {
		return state != null && (state.equals("42P01") || state.startsWith("42S0"));
	}

}
