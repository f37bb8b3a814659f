package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;

import io.github.leaderelection.jdbc.FencingDialect;

/**
 * The database of a connection.
 *
 * @param description a description for the operator, without secrets
 * @param outlivesProcess whether the data remain after the end of this process
 */
record Engine(FencingDialect dialect, LeaseStatements statements, LeaseTables.Names names, String description,
		boolean outlivesProcess) {

	/**
	 * The parts of a URL that may contain passwords: parameters, and user data before
	 * hosts.
	 */
	private static final Pattern SECRETS = Pattern.compile("[?;(].*|(?<=//|,)[^/@]*@(?:[^/@,]*@)*");

	static Engine of(Connection connection, LeaseTables tables) throws SQLException {
		DatabaseMetaData data = connection.getMetaData();
		FencingDialect dialect = dialect(connection);
		LeaseTables.Names names = tables.names(data);
		String url = String.valueOf(data.getURL());
		return new Engine(dialect, LeaseStatements.of(dialect), names,
				data.getDatabaseProductName() + " at " + withoutSecrets(url) + ", table " + names.lease(),
				!url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:mem:"));
	}

	static String withoutSecrets(String url) {
		return SECRETS.matcher(url).replaceAll("");
	}

	static FencingDialect dialect(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		try {
			return FencingDialect.of(product);
		}
		catch (IllegalArgumentException ex) {
			throw UnusableDatabaseException.unsupported(product, ex);
		}
	}

}
