package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;

import org.springframework.util.ClassUtils;

/**
 * Takes connections that cannot be used any more out of the pool they came from.
 */
final class BrokenConnections {

	private static final boolean HAS_HIKARI = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			BrokenConnections.class.getClassLoader());

	private BrokenConnections() {
	}

	/**
	 * Ends a connection, also one on which something hangs, and has the pool drop it.
	 * @param broken the connection, not given back yet
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
			// then it ends by itself
		}
	}

	/**
	 * Pools drop a connection that reports that it is broken, if they know its driver.
	 */
	private static void letPoolNotice(Connection aborted) {
		try {
			aborted.createStatement().close();
		}
		catch (SQLException | RuntimeException ex) {
			// as it should be
		}
	}

	/**
	 * Hands out what was used half a second ago as it is, and so would for ever hand out
	 * to nodes that ask often a connection of whose driver it does not know the errors.
	 * Of one that it finds broken itself it logs a stack trace.
	 */
	private static final class Hikari {

		private Hikari() {
		}

		/**
		 * Whether the pool knows by that: of a connection that is wrapped it does not.
		 */
		static boolean evict(DataSource pool, Connection broken) {
			try {
				if (pool.isWrapperFor(HikariDataSource.class)) {
					pool.unwrap(HikariDataSource.class).evictConnection(broken);
					return broken.getClass().getPackage() == ProxyConnection.class.getPackage();
				}
			}
			catch (SQLException | RuntimeException ex) {
				// a pool of another kind
			}
			return false;
		}

	}

}
