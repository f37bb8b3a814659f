package io.github.leaderelection.jdbc;

import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The options of a guard in a database.
 *
 * @param table the table, optionally with its schema
 * @param dialect the database's dialect, or null to ask the database
 * @param requireTransaction whether a check outside of a transaction is refused
 */
public record JdbcFencingOptions(String table, @Nullable FencingDialect dialect, boolean requireTransaction) {

	/** The default table. */
	public static final String DEFAULT_TABLE = "leader_election_fencing";

	private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*){0,2}");

	/**
	 * Checks the name of the table, which becomes a part of SQL statements.
	 * @throws IllegalArgumentException if it is not a plain name
	 */
	public JdbcFencingOptions {
		Objects.requireNonNull(table, "table");
		if (!TABLE.matcher(table).matches()) {
			throw new IllegalArgumentException("'" + table + "' is not a plain table name: use letters, digits and "
					+ "underscores, optionally after a schema and a dot");
		}
	}

	/**
	 * The defaults: the table {@value #DEFAULT_TABLE}, the dialect as the database
	 * reports it, and a required transaction.
	 * @return the options
	 */
	public static JdbcFencingOptions defaults() {
		return new JdbcFencingOptions(DEFAULT_TABLE, null, true);
	}

	/**
	 * Uses another table.
	 * @param other the name of the table
	 * @return changed options
	 * @throws IllegalArgumentException if it is not a plain name
	 */
	public JdbcFencingOptions withTable(String other) {
		return new JdbcFencingOptions(other, this.dialect, this.requireTransaction);
	}

	/**
	 * Sets the dialect instead of asking the database.
	 * @param other the dialect
	 * @return changed options
	 */
	public JdbcFencingOptions withDialect(FencingDialect other) {
		return new JdbcFencingOptions(this.table, other, this.requireTransaction);
	}

	/**
	 * Allows checks outside of a transaction. A pause between the check and the write
	 * then lets the write of an old leader pass.
	 * @return changed options
	 */
	public JdbcFencingOptions withoutTransaction() {
		return new JdbcFencingOptions(this.table, this.dialect, false);
	}

}
