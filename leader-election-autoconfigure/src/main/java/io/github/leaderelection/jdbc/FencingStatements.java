package io.github.leaderelection.jdbc;

/**
 * The statements of a dialect. Their parameters are {@code resource}, {@code token} and
 * {@code counter}.
 *
 * @param check raises the token unless the present one is higher
 * @param pass raises token and counter if both together are higher than the present ones
 * @param present reads token and counter
 * @param presentInSpite reads them as they are now, whatever snapshot the transaction
 * sees
 * @param rowsIfAdmitted how many rows the first two count at least if they raise or
 * confirm the mark, however the driver counts rows that stay as they are
 */
record FencingStatements(String check, String pass, String present, String presentInSpite, int rowsIfAdmitted) {

	static String present(String table) {
		return "SELECT token, counter FROM " + table + " WHERE resource = :resource";
	}

	boolean isAdmitted(int rows) {
		return rows >= this.rowsIfAdmitted;
	}

}
