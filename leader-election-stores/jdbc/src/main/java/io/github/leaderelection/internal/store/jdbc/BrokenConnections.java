package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;

import org.springframework.util.ClassUtils;

/**
 * Removes unusable connections from their pool.
 */
final class BrokenConnections {

	private static final boolean HAS_HIKARI = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			BrokenConnections.class.getClassLoader());

	private BrokenConnections() {
	}

	/**
	 * Aborts a connection, even a hanging one, and makes the pool drop it.
	 * @param broken the connection, not yet returned to the pool
	 */
	static void drop(DataSource pool, Connection broken) {
		abort(broken);
		if (!HAS_HIKARI || !Hikari.evict(pool, broken)) {
			letPoolNotice(broken);
		}
	}

	static void abort(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException | RuntimeException ex) {
			// The connection ends by itself.
		}
	}

	/**
	 * Uses the aborted connection: pools drop it for its error, if they know the driver.
	 */
	private static void letPoolNotice(Connection aborted) {
		try {
			aborted.createStatement().close();
		}
		catch (SQLException | RuntimeException ex) {
			// The expected failure.
		}
	}

	/**
	 * HikariCP does not check a connection that was used half a second ago. Without
	 * knowledge of the driver's errors it would supply a broken one again and again. It
	 * logs a stack trace for a connection that it finds broken itself.
	 */
	private static final class Hikari {

		private Hikari() {
		}

		/**
		 * Evicts a connection; false if the pool does not recognize it, as a wrapped one.
		 */
		static boolean evict(DataSource pool, Connection broken) {
			try {
				if (pool.isWrapperFor(HikariDataSource.class)) {
					pool.unwrap(HikariDataSource.class).evictConnection(broken);
					return broken.getClass().getPackage() == ProxyConnection.class.getPackage();
				}
			}
			catch (SQLException | RuntimeException ex) {
				// The pool is of another kind.
			}
			return false;
		}

	}

}
