package io.github.leaderelection.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The databases a guard knows, each with its way to raise a mark, or not, in a single
 * statement that waits for concurrent ones on the same row and then sees what they
 * committed.
 */
public enum FencingDialect {

	/** PostgreSQL, and what calls itself so. */
	POSTGRESQL(List.of("PostgreSQL"), "postgresql"),

	/** MySQL and MariaDB, through the driver of either. */
	MYSQL(List.of("MySQL", "MariaDB"), "mysql"),

	/** H2, from version 2 on. */
	H2(List.of("H2"), "h2");

	private final List<String> products;

	private final String schema;

	FencingDialect(List<String> products, String schema) {
		this.products = products;
		this.schema = schema;
	}

	/**
	 * The dialect of a database.
	 * @param product the name of the database, as its driver says it
	 * @return the dialect
	 * @throws IllegalArgumentException if it is none of these
	 */
	public static FencingDialect of(String product) {
		for (FencingDialect dialect : values()) {
			if (dialect.products.stream().anyMatch(product::equalsIgnoreCase)) {
				return dialect;
			}
		}
		throw new IllegalArgumentException(
				"There is no fencing dialect for the database '" + product + "': name one that it understands among "
						+ Arrays.toString(values()) + ", or use one of " + products());
	}

	private static String products() {
		return Arrays.stream(values())
			.flatMap((dialect) -> dialect.products.stream())
			.collect(Collectors.joining(", "));
	}

	/**
	 * The file with which the table is made.
	 * @return its place on the class path
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
