package io.github.leaderelection.internal.store.jdbc;

/**
 * The database has no table to keep leases in.
 */
public final class LeaseTableMissingException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	LeaseTableMissingException(String problem, Throwable cause) {
		super(problem + ". " + remedy(), cause);
		this.problem = problem;
	}

	/** What is missing, and what the database says: a sentence without its full stop. */
	public String problem() {
		return this.problem;
	}

	/** What to do. */
	public static String remedy() {
		return "Let your migrations run '" + LeaseStatements.schemaLocation("{postgresql,mysql,h2}")
				+ "' of the class path, which may run twice, or set leader-election.jdbc.initialize-schema=always.";
	}

}
