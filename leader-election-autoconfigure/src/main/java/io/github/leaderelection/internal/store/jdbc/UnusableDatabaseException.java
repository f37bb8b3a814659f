package io.github.leaderelection.internal.store.jdbc;

/**
 * No lease can be kept in the database as it is, and only an operator can mend that.
 */
public final class UnusableDatabaseException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	private UnusableDatabaseException(String problem, String remedy, Throwable cause) {
		super(problem + ". " + remedy, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	/** There is no table to keep leases in. */
	static UnusableDatabaseException missingTable(String said, Throwable cause) {
		return new UnusableDatabaseException("A table is missing in the database (" + said + ")",
				"Let your migrations run '" + LeaseStatements.schemaLocation("{postgresql,mysql,h2}")
						+ "' of the class path, which may run twice, or set leader-election.jdbc.initialize-schema=always. "
						+ "Where the tables have other names, set leader-election.jdbc.schema and table-prefix.",
				cause);
	}

	/** The user may not do what a lease needs. */
	static UnusableDatabaseException missingRight(String said, Throwable cause) {
		return new UnusableDatabaseException("The user of the DataSource lacks a right in the database (" + said + ")",
				"Grant this user SELECT, INSERT and UPDATE on the tables " + LeaseStatements.LEASE + " and "
						+ LeaseStatements.REIGN + ".",
				cause);
	}

	/** Tables are to be made in a database that cannot be reached. */
	static UnusableDatabaseException notReached(String said, Throwable cause) {
		return new UnusableDatabaseException(
				"The database, in which tables are to be made, is not reached (" + said + ")",
				"Start it, or correct URL, user and password of the DataSource. Without leader-election.jdbc.initialize-schema="
						+ "always the application starts all the same, and waits for it.",
				cause);
	}

	/** Nobody knows how to keep a lease there. */
	static UnusableDatabaseException unsupported(String product, Throwable cause) {
		return new UnusableDatabaseException("The database is '" + product + "', in which no lease can be kept",
				"Use PostgreSQL, MySQL, MariaDB or H2, or another leader-election.store.", cause);
	}

	/** What was found: a sentence without its full stop. */
	public String problem() {
		return this.problem;
	}

	/** What to do. */
	public String remedy() {
		return this.remedy;
	}

}
