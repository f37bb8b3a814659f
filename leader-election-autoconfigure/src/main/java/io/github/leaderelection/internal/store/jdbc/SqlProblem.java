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

	static String text(Throwable problem) {
		LeaseTableMissingException missing = missingTable(problem);
		if (missing != null) {
			return missing.problem() + ". " + LeaseTableMissingException.remedy();
		}
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(problem);
		return cause.getClass().getSimpleName() + ": " + message(cause);
	}

	/** What only an operator can mend; null if a problem comes from something else. */
	static @Nullable LeaseTableMissingException missingTable(Throwable problem) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(problem);
		return (cause instanceof SQLException sql && isMissingTable(sql.getSQLState()))
				? new LeaseTableMissingException("A table is missing in the database (" + message(cause) + ")", problem)
				: null;
	}

	/** Whether the server may not have refused, but was not reached or has gone. */
	static boolean isOfTheConnection(Throwable problem) {
		String state = (NestedExceptionUtils.getMostSpecificCause(problem) instanceof SQLException sql)
				? sql.getSQLState() : null;
		return state == null || state.startsWith("08") || state.startsWith("57P");
	}

	private static String message(Throwable cause) {
		return String.valueOf(cause.getMessage()).strip();
	}

	private static boolean isMissingTable(@Nullable String state) {
		return state != null && (state.equals("42P01") || state.startsWith("42S0"));
	}

}
