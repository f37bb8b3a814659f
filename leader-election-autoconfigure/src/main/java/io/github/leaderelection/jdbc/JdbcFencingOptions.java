package io.github.leaderelection.jdbc;

import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * How a guard uses its database.
 *
 * @param table the table, perhaps with its schema before it
 * @param dialect the database's dialect, null to ask the database
 * @param requireTransaction whether a check outside of a transaction is refused
 */
public record JdbcFencingOptions(String table, @Nullable FencingDialect dialect, boolean requireTransaction) {

	/** The table if nobody says otherwise. */
	public static final String DEFAULT_TABLE = "leader_election_fencing";

	private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*){0,2}");

	/**
	 * Checks the name of the table, which becomes a part of statements.
	 * @throws IllegalArgumentException if it is no plain name
	 */
	public JdbcFencingOptions {
		Objects.requireNonNull(table, "table");
		if (!TABLE.matcher(table).matches()) {
			throw new IllegalArgumentException("'" + table + "' is no plain name of a table: use letters, digits and "
					+ "underscores, with a schema and a dot before them if need be");
		}
	}

	/**
	 * What a guard does if nobody says otherwise: it uses the table
	 * {@value #DEFAULT_TABLE}, asks the database for its dialect, and requires a
	 * transaction.
	 * @return the options
	 */
	public static JdbcFencingOptions defaults() {
		return new JdbcFencingOptions(DEFAULT_TABLE, null, true);
	}

	/**
	 * Another table.
	 * @param other its name
	 * @return changed options
	 * @throws IllegalArgumentException if it is no plain name
	 */
	public JdbcFencingOptions withTable(String other) {
		return new JdbcFencingOptions(other, this.dialect, this.requireTransaction);
	}

	/**
	 * A dialect that need not be asked for.
	 * @param other the dialect
	 * @return changed options
	 */
	public JdbcFencingOptions withDialect(FencingDialect other) {
		return new JdbcFencingOptions(this.table, other, this.requireTransaction);
	}

	/**
	 * Lets checks be made outside of a transaction, where a pause between the check and
	 * the write lets the write of an old leader through.
	 * @return changed options
	 */
	public JdbcFencingOptions withoutTransaction() {
		return new JdbcFencingOptions(this.table, this.dialect, false);
	}

}
