package io.github.leaderelection.internal.store.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A database that the store of one instance reaches no more, while its transactions do.
 */
final class CutOffDataSource extends DelegatingDataSource {

	private volatile boolean isCutOff;

	CutOffDataSource(DataSource target) {
		super(target);
	}

	void cutOffTheStore() {
		this.isCutOff = true;
	}

	@Override
	public Connection getConnection() throws SQLException {
		if (this.isCutOff && Thread.currentThread().getName().startsWith("leader-election-jdbc")) {
			throw new SQLException("cut off", "08001");
		}
		return super.getConnection();
	}

}
