package io.github.leaderelection.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The databases that a guard supports. Each has its own statement that raises a mark or
 * leaves it. The statement waits for concurrent ones on the same row and then sees their
 * result.
 */
public enum FencingDialect {

	/** PostgreSQL, and databases whose driver reports that name. */
	POSTGRESQL(List.of("PostgreSQL"), "postgresql"),

	/** MySQL and MariaDB, with the driver of either. */
	MYSQL(List.of("MySQL", "MariaDB"), "mysql"),

	/** H2 from version 2. */
	H2(List.of("H2"), "h2");

	private final List<String> products;

	private final String schema;

	FencingDialect(List<String> products, String schema) {
		this.products = products;
		this.schema = schema;
	}

	/**
	 * Finds the dialect of a database.
	 * @param product the name of the database, as its driver reports it
	 * @return the dialect
	 * @throws IllegalArgumentException for an unsupported database
	 */
	public static FencingDialect of(String product) {
		for (FencingDialect dialect : values()) {
			if (dialect.products.stream().anyMatch(product::equalsIgnoreCase)) {
				return dialect;
			}
		}
		throw new IllegalArgumentException(
				"Unsupported database '" + product + "': set the dialect to the one that it understands among "
						+ Arrays.toString(values()) + ", or use one of " + products());
	}

	private static String products() {
		return Arrays.stream(values())
			.flatMap((dialect) -> dialect.products.stream())
			.collect(Collectors.joining(", "));
	}

	/**
	 * The file that creates the table.
	 * @return its location on the class path
	 */
	public String schemaLocation() {
		return "io/github/leaderelection/jdbc/schema-" + this.schema + ".sql";
	}

	FencingStatements statements(String table) {
		return switch (this) {
			case POSTGRESQL -> PostgresqlStatements.of(table);
			case MYSQL -> MysqlStatements.of(table);
			case H2 -> H2Statements.of(table);
		};
	}

}
