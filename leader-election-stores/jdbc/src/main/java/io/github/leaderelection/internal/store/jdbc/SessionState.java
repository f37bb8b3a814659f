package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The state of a connection when the pool supplied it.
 */
record SessionState(boolean autoCommit, boolean readOnly, int isolation) {

	/**
	 * Changes the connection so that each statement sees and changes the rows committed
	 * at its start. A read does so under any level that hides uncommitted changes.
	 */
	static SessionState changed(Connection connection, PoolDefaults ofPool, boolean readCommitted) throws SQLException {
		boolean autoCommit = connection.getAutoCommit();
		if (!autoCommit) {
			connection.setAutoCommit(true);
		}
		boolean readOnly = ofPool.isReadOnly(connection);
		if (readOnly) {
			connection.setReadOnly(false);
		}
		int isolation = ofPool.isolation(connection, readCommitted);
		if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
			connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
		return new SessionState(autoCommit, readOnly, isolation);
	}

	/**
	 * Restores the former state of the connection.
	 * @throws SQLException if that fails, or if a transaction is open: changing the mode
	 * would commit half of it
	 */
	void restore(Connection connection) throws SQLException {
		if (!connection.getAutoCommit()) {
			throw new SQLException(
					"A transaction of a request has not ended: neither a commit nor a rollback succeeded");
		}
		if (this.isolation != Connection.TRANSACTION_READ_COMMITTED) {
			connection.setTransactionIsolation(this.isolation);
		}
		if (this.readOnly) {
			connection.setReadOnly(true);
		}
		if (!this.autoCommit) {
			connection.setAutoCommit(false);
		}
	}

	/**
	 * The defaults of a pool's connections, which pools restore. They are remembered
	 * because drivers ask the server each time, which takes as long as the request. They
	 * affect only the clarity of answers. Under a stricter level, or on a read-only
	 * connection, a server reports an error instead of a refusal.
	 */
	static final class PoolDefaults {

		private volatile boolean isWritable;

		private volatile boolean isReadCommitted;

		private volatile boolean hidesOpenChanges;

		boolean isReadOnly(Connection connection) throws SQLException {
			boolean readOnly = !this.isWritable && connection.isReadOnly();
			this.isWritable = !readOnly;
			return readOnly;
		}

		/**
		 * Returns READ COMMITTED for any level that suffices, so that it stays.
		 */
		int isolation(Connection connection, boolean readCommitted) throws SQLException {
			if (readCommitted ? this.isReadCommitted : this.hidesOpenChanges) {
				return Connection.TRANSACTION_READ_COMMITTED;
			}
			int isolation = connection.getTransactionIsolation();
			this.isReadCommitted = isolation == Connection.TRANSACTION_READ_COMMITTED;
			this.hidesOpenChanges = isolation >= Connection.TRANSACTION_READ_COMMITTED;
			return (!readCommitted && this.hidesOpenChanges) ? Connection.TRANSACTION_READ_COMMITTED : isolation;
		}

	}

}
