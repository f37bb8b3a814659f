package io.github.leaderelection.internal.store.jdbc;

import java.sql.SQLException;
import java.util.Set;

import io.github.leaderelection.internal.text.Printable;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * Describes and classifies failures of a database.
 */
final class SqlProblem {

	/** The SQL states of a missing right in PostgreSQL and H2. */
	private static final Set<String> MISSING_RIGHT = Set.of("42501", "90096");

	/**
	 * The SQL state of refusals in MySQL and MariaDB, which has many other causes, too.
	 */
	private static final String REFUSED = "42000";

	/** The MySQL error codes of a missing right on a database, a table and a column. */
	private static final Set<Integer> MISSING_RIGHT_OF_MYSQL = Set.of(1044, 1142, 1143);

	/** The length limit of messages: some drivers quote the whole statement. */
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

	/**
	 * The exception for a problem that only an operator can solve; null for other
	 * problems.
	 */
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

	/** Whether the database user lacks a right. */
	static boolean isMissingRight(Throwable problem) {
		return NestedExceptionUtils.getMostSpecificCause(problem) instanceof SQLException cause
				&& isMissingRight(cause);
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
