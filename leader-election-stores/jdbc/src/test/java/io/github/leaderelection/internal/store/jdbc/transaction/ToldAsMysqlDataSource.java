package io.github.leaderelection.internal.store.jdbc.transaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A MariaDB server whose version is that of MySQL.
 */
final class ToldAsMysqlDataSource extends DelegatingDataSource {

	ToldAsMysqlDataSource(DataSource target) {
		super(target);
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return proxy(Connection.class, (self, method, arguments) -> {
			Object result = call(connection, method, arguments);
			return (result instanceof DatabaseMetaData data) ? told(data) : result;
		});
	}

	private static DatabaseMetaData told(DatabaseMetaData data) {
		return proxy(DatabaseMetaData.class,
				(self, method, arguments) -> method.getName().equals("getDatabaseProductVersion") ? "8.4.0"
						: call(data, method, arguments));
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

}
