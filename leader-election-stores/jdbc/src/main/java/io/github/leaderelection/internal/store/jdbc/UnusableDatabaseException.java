package io.github.leaderelection.internal.store.jdbc;

/**
 * Thrown if the database cannot keep leases, until an operator corrects that.
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

	/** A table of leases is missing. */
	static UnusableDatabaseException missingTable(String said, Throwable cause) {
		return new UnusableDatabaseException("A table is missing in the database (" + said + ")",
				"Let your migrations run '" + LeaseStatements.schemaLocation("{postgresql,mysql,h2}")
						+ "' of the class path (value-… beside it for metadata), which may run twice, or set leader-election.jdbc.initialize-schema=always. "
						+ "Where the tables have other names, set leader-election.jdbc.schema and table-prefix.",
				cause);
	}

	/** The database user lacks a right that leases need. */
	static UnusableDatabaseException missingRight(String said, Throwable cause) {
		return new UnusableDatabaseException("The user of the DataSource lacks a right in the database (" + said + ")",
				"Grant this user SELECT, INSERT and UPDATE on the tables " + LeaseStatements.LEASE + " and "
						+ LeaseStatements.REIGN + ", and for metadata on " + LeaseStatements.VALUE + ".",
				cause);
	}

	/** The database in which tables are to be created cannot be reached. */
	static UnusableDatabaseException notReached(String said, Throwable cause) {
		return new UnusableDatabaseException(
				"The database, in which tables are to be made, is not reached (" + said + ")",
				"Start it, or correct URL, user and password of the DataSource. Without leader-election.jdbc.initialize-schema="
						+ "always the application starts all the same, and waits for it.",
				cause);
	}

	/** The database is of an unsupported kind. */
	static UnusableDatabaseException unsupported(String product, Throwable cause) {
		return new UnusableDatabaseException("The database is '" + product + "', in which no lease can be kept",
				"Use PostgreSQL, MySQL, MariaDB or H2, or another leader-election.store.", cause);
	}

	/** The problem, as a sentence without its full stop. */
	public String problem() {
		return this.problem;
	}

	/** The remedy. */
	public String remedy() {
		return this.remedy;
	}

}
