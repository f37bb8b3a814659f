package io.github.leaderelection.internal.store.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * What is asked of its tables is done and committed, and then no answer comes until the
 * connection is aborted. Or the first connection breaks then, and the others are sound.
 */
final class AnswerlessDataSource extends DelegatingDataSource {

	private final boolean breaksOnce;

	private final AtomicBoolean isBroken = new AtomicBoolean();

	AnswerlessDataSource(DataSource target) {
		this(target, false);
	}

	AnswerlessDataSource(DataSource target, boolean breaksOnce) {
		super(target);
		this.breaksOnce = breaksOnce;
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return (this.breaksOnce && !this.isBroken.compareAndSet(false, true)) ? connection
				: proxy(Connection.class, new Answerless(connection, this.breaksOnce));
	}

	static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	static Object call(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	/**
	 * A connection, and what is prepared on it.
	 */
	private record Answerless(Connection target, boolean breaks, CountDownLatch aborted) implements InvocationHandler {

		Answerless(Connection target, boolean breaks) {
			this(target, breaks, new CountDownLatch(1));
		}

		@Override
		public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
			if (method.getName().equals("abort")) {
				this.aborted.countDown();
			}
			Object result = call(this.target, method, arguments);
			if (method.getName().equals("commit") || method.getName().equals("rollback")) {
				hang();
			}
			return (result instanceof PreparedStatement statement && arguments[0].toString().contains("leader_election")
					&& this.target.getAutoCommit())
							? proxy(PreparedStatement.class, (self, called, with) -> execute(statement, called, with))
							: result;
		}

		private Object execute(PreparedStatement statement, Method method, Object[] arguments) throws Throwable {
			Object result = call(statement, method, arguments);
			if (method.getName().startsWith("execute")) {
				hang();
			}
			return result;
		}

		private void hang() throws SQLException, InterruptedException {
			if (this.breaks) {
				this.target.abort(Runnable::run);
			}
			else {
				this.aborted.await();
			}
			throw new SQLException("aborted", "08006");
		}

	}

}
