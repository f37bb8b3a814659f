package io.github.leaderelection.internal.store.jdbc;

import java.sql.SQLException;
import java.util.Set;

import io.github.leaderelection.internal.text.Printable;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * What went wrong in a database, for the operator.
 */
final class SqlProblem {

	/** Of PostgreSQL, and of H2. */
	private static final Set<String> MISSING_RIGHT = Set.of("42501", "90096");

	/** Of MySQL and MariaDB, which tell much else by the same state. */
	private static final String REFUSED = "42000";

	/** Of a database, a table and a column there. */
	private static final Set<Integer> MISSING_RIGHT_OF_MYSQL = Set.of(1044, 1142, 1143);

	/** Some drivers quote the statement. */
	private static final int MOST_OF_A_MESSAGE = 500;

	private SqlProblem() {
	}

	static String text(Throwable problem) {
		UnusableDatabaseException lasting = lasting(problem);
		if (lasting != null) {
			return String.valueOf(lasting.getMessage());
		}
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(problem);
		return cause.getClass().getSimpleName() + ": " + message(cause);
	}

	/** What only an operator can mend; null if a problem comes from something else. */
	static @Nullable UnusableDatabaseException lasting(Throwable problem) {
		if (problem instanceof UnusableDatabaseException known) {
			return known;
		}
		if (!(NestedExceptionUtils.getMostSpecificCause(problem) instanceof SQLException cause)) {
			return null;
		}
		if (isMissingTable(cause.getSQLState())) {
			return UnusableDatabaseException.missingTable(message(cause), problem);
		}
		return isMissingRight(cause) ? UnusableDatabaseException.missingRight(message(cause), problem) : null;
	}

	/** Whether the user may not do what was asked. */
	static boolean isMissingRight(Throwable problem) {
		return NestedExceptionUtils.getMostSpecificCause(problem) instanceof SQLException cause
				&& isMissingRight(cause);
	}

	/** Whether the server may not have refused, but was not reached or has gone. */
	static boolean isOfTheConnection(Throwable problem) {
		String state = state(problem);
		return state == null || state.startsWith("08") || state.startsWith("57P");
	}

	/**
	 * Whether the server refuses a statement whatever the rows are: it lacks a right, or
	 * there is no such function, say.
	 */
	static boolean isOfTheStatement(Throwable problem) {
		String state = state(problem);
		return state != null && (state.startsWith("42") || state.startsWith("0A"));
	}

	private static @Nullable String state(Throwable problem) {
		return (NestedExceptionUtils.getMostSpecificCause(problem) instanceof SQLException sql) ? sql.getSQLState()
				: null;
	}

	private static String message(Throwable cause) {
		return Printable.of(String.valueOf(cause.getMessage()).strip(), MOST_OF_A_MESSAGE);
	}

	private static boolean isMissingRight(SQLException cause) {
		String state = String.valueOf(cause.getSQLState());
		return MISSING_RIGHT.contains(state)
				|| (state.equals(REFUSED) && MISSING_RIGHT_OF_MYSQL.contains(cause.getErrorCode()));
	}

	private static boolean isMissingTable(@Nullable String state) {
		return state != null && (state.equals("42P01") || state.startsWith("42S0"));
	}

}
