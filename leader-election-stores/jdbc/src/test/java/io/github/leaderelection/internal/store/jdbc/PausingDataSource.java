package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Whoever writes to its tables stands still before the commit, or before a statement that
 * commits itself, until it is to go on.
 */
final class PausingDataSource extends DelegatingDataSource {

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch over = new CountDownLatch(1);

	PausingDataSource(DataSource target) {
		super(target);
	}

	/** Waits for whoever writes; false if it was given up before. */
	boolean begins(Future<?> under) throws InterruptedException {
		while (!this.begun.await(10, TimeUnit.MILLISECONDS)) {
			if (under.isDone()) {
				return false;
			}
		}
		return true;
	}

	void goOn() {
		this.over.countDown();
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return AnswerlessDataSource.proxy(Connection.class, (proxy, method, arguments) -> {
			if (method.getName().equals("commit")) {
				stand();
			}
			Object result = AnswerlessDataSource.call(connection, method, arguments);
			return (result instanceof PreparedStatement statement && arguments[0].toString().contains("leader_election")
					&& connection.getAutoCommit()) ? pausing(statement) : result;
		});
	}

	private PreparedStatement pausing(PreparedStatement statement) {
		return AnswerlessDataSource.proxy(PreparedStatement.class, (proxy, method, arguments) -> {
			if (method.getName().startsWith("execute")) {
				stand();
			}
			return AnswerlessDataSource.call(statement, method, arguments);
		});
	}

	private void stand() throws InterruptedException {
		this.begun.countDown();
		this.over.await();
	}

}
