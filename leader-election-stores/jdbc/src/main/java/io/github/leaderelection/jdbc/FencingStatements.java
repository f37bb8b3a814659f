package io.github.leaderelection.jdbc;

/**
 * The statements of a dialect. Their parameters are {@code resource}, {@code token} and
 * {@code counter}.
 *
 * @param check raises the token unless the present one is higher
 * @param checkPair raises token and counter unless both together are lower than the
 * present ones
 * @param pass raises token and counter if both together are higher than the present ones
 * @param present reads token and counter
 * @param presentInSpite reads the committed values despite the snapshot of the
 * transaction
 * @param rowsIfAdmitted the minimum row count if the mark is raised or confirmed, however
 * drivers count unchanged rows
 */
record FencingStatements(String check, String checkPair, String pass, String present, String presentInSpite,
		int rowsIfAdmitted) {

	/**
	 * Fills in the table, and how the present pair and the given one compare.
	 */
	static FencingStatements of(String table, String check, String pair, String inSpite, int rowsIfAdmitted) {
		String present = "SELECT token, counter FROM " + table + " WHERE resource = :resource";
		return new FencingStatements(check.formatted(table), pair.formatted(table, "<="), pair.formatted(table, "<"),
				present, present + inSpite, rowsIfAdmitted);
	}

	boolean isAdmitted(int rows) {
		return rows >= this.rowsIfAdmitted;
	}

}
