package io.github.leaderelection.internal.store.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * What is asked of its tables is done and committed, and then no answer comes until the
 * connection is aborted.
 */
final class AnswerlessDataSource extends DelegatingDataSource {

	AnswerlessDataSource(DataSource target) {
		super(target);
	}

	@Override
	public Connection getConnection() throws SQLException {
		return proxy(Connection.class, new Answerless(super.getConnection()));
	}

	private static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
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
	private record Answerless(Connection target, CountDownLatch aborted) implements InvocationHandler {

		Answerless(Connection target) {
			this(target, new CountDownLatch(1));
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
			this.aborted.await();
			throw new SQLException("aborted", "08006");
		}

	}

}
