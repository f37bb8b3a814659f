package io.github.leaderelection.jdbc;

/**
 * The statements of a dialect. Their parameters are {@code resource}, {@code token} and
 * {@code counter}.
 *
 * @param check raises the token unless the present one is higher
 * @param pass raises token and counter if both together are higher than the present ones
 * @param present reads token and counter
 * @param presentInSpite reads the committed values despite the snapshot of the
 * transaction
 * @param rowsIfAdmitted the minimum row count if {@code check} or {@code pass} raises or
 * confirms the mark, however drivers count unchanged rows
 */
record FencingStatements(String check, String pass, String present, String presentInSpite, int rowsIfAdmitted) {

	static String present(String table) {
		return "SELECT token, counter FROM " + table + " WHERE resource = :resource";
	}

	boolean isAdmitted(int rows) {
		return rows >= this.rowsIfAdmitted;
	}

}
