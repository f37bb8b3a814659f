package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a connection was like when the pool gave it.
 */
record SessionState(boolean autoCommit, boolean readOnly, int isolation) {

	/**
	 * Makes it such that a statement sees and changes what is committed at its time. One
	 * that only reads does so under any level that hides what is not committed.
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
		int isolation = readCommitted ? ofPool.isolation(connection) : ofPool.isolationToRead(connection);
		if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
			connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
		return new SessionState(autoCommit, readOnly, isolation);
	}

	/**
	 * Makes it as it was.
	 * @throws SQLException if that fails, also because a transaction is open: to change
	 * the mode would commit half of it
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
	 * How a pool gives its connections, which pools restore. Drivers ask the server for
	 * it each time, as long as the request itself takes. Nothing hangs on it but clear
	 * answers: under a stricter level a server reports a conflict where it would refuse,
	 * and so does one that is to read only.
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

		/** A level that need not be changed to read is as good as the wanted one. */
		int isolationToRead(Connection connection) throws SQLException {
			if (this.hidesOpenChanges) {
				return Connection.TRANSACTION_READ_COMMITTED;
			}
			int isolation = connection.getTransactionIsolation();
			this.hidesOpenChanges = isolation >= Connection.TRANSACTION_READ_COMMITTED;
			return this.hidesOpenChanges ? Connection.TRANSACTION_READ_COMMITTED : isolation;
		}

		int isolation(Connection connection) throws SQLException {
			if (this.isReadCommitted) {
				return Connection.TRANSACTION_READ_COMMITTED;
			}
			int isolation = connection.getTransactionIsolation();
			this.isReadCommitted = isolation == Connection.TRANSACTION_READ_COMMITTED;
			return isolation;
		}

	}

}
