package io.github.leaderelection.internal.store.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The schema of the tables of leases and of values, and the prefix of their names.
 *
 * @param schema the schema, null for the default schema of the connection
 * @param prefix the part of the names before {@code lease}, {@code reign} and
 * {@code value}
 */
public record LeaseTables(@Nullable String schema, String prefix) {

	/** The default prefix. */
	public static final String DEFAULT_PREFIX = "leader_election_";

	/** The tables with the names in statements and scripts. */
	static final LeaseTables DEFAULT = new LeaseTables(null, DEFAULT_PREFIX);

	private static final Pattern SCHEMA = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");

	private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,57}");

	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]+");

	/** The name of a table; in quotes it would be the name of a channel. */
	private static final Pattern TABLE = Pattern.compile("(?<!')\\bleader_election_(lease|reign|value)\\b");

	/** Whether a name is valid, and short enough, as a schema in every database. */
	public static boolean isSchema(String name) {
		return SCHEMA.matcher(name).matches();
	}

	/** Whether names with the prefix are valid, and short enough, in every database. */
	public static boolean isPrefix(String prefix) {
		return PREFIX.matcher(prefix).matches();
	}

	/** The names of the tables, quoted unless they are the default ones. */
	Names names(DatabaseMetaData data) throws SQLException {
		if (equals(DEFAULT)) {
			return Names.DEFAULT;
		}
		String before = (this.schema != null) ? quoted(this.schema, data) + "." : "";
		return new Names(before + quoted(this.prefix + "lease", data), before + quoted(this.prefix + "reign", data),
				before + quoted(this.prefix + "value", data));
	}

	/**
	 * Quotes a name. A plain name gets the case that the database uses without quotes.
	 */
	private static String quoted(String name, DatabaseMetaData data) throws SQLException {
		String quote = data.getIdentifierQuoteString().strip();
		String stored = name;
		if (PLAIN.matcher(name).matches()) {
			stored = data.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT)
					: data.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
		}
		return quote + stored + quote;
	}

	/**
	 * The names of the tables in statements.
	 */
	record Names(String lease, String reign, String value) {

		static final Names DEFAULT = new Names(LeaseStatements.LEASE, LeaseStatements.REIGN, LeaseStatements.VALUE);

		/** Replaces the default names in a statement or script by these names. */
		String in(String sql) {
			return equals(DEFAULT) ? sql
					: TABLE.matcher(sql).replaceAll((found) -> Matcher.quoteReplacement(switch (found.group(1)) {
						case "lease" -> this.lease;
						case "reign" -> this.reign;
						default -> this.value;
					}));
		}

	}

}
