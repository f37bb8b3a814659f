package io.github.leaderelection.internal.store.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Where the two tables of leases are, and what their names begin with.
 *
 * @param schema null where the database finds them without it
 * @param prefix what comes before {@code lease} and {@code reign}
 */
public record LeaseTables(@Nullable String schema, String prefix) {

	/** What the prefix is where nobody sets another. */
	public static final String DEFAULT_PREFIX = "leader_election_";

	/** The tables under which statements and scripts know them. */
	static final LeaseTables DEFAULT = new LeaseTables(null, DEFAULT_PREFIX);

	private static final Pattern SCHEMA = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");

	private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,57}");

	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]+");

	/** In quotes it is the name of a channel. */
	private static final Pattern TABLE = Pattern.compile("(?<!')\\bleader_election_(lease|reign)\\b");

	/** Whether every database takes a name for that of a schema, and has room for it. */
	public static boolean isSchema(String name) {
		return SCHEMA.matcher(name).matches();
	}

	/** Whether every database takes a name that begins so, and has room for it. */
	public static boolean isPrefix(String prefix) {
		return PREFIX.matcher(prefix).matches();
	}

	/** Quotes the names where they are not the usual ones. */
	Names names(DatabaseMetaData data) throws SQLException {
		if (equals(DEFAULT)) {
			return Names.DEFAULT;
		}
		String before = (this.schema != null) ? quoted(this.schema, data) + "." : "";
		return new Names(before + quoted(this.prefix + "lease", data), before + quoted(this.prefix + "reign", data));
	}

	/** A plain name is the one that the database would make of it without quotes. */
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
	 * The tables as statements name them.
	 */
	record Names(String lease, String reign) {

		static final Names DEFAULT = new Names(LeaseStatements.LEASE, LeaseStatements.REIGN);

		/** A statement or script with these names in place of the usual ones. */
		String in(String sql) {
			return equals(DEFAULT) ? sql : TABLE.matcher(sql)
				.replaceAll(
						(found) -> Matcher.quoteReplacement(found.group(1).equals("lease") ? this.lease : this.reign));
		}

	}

}
