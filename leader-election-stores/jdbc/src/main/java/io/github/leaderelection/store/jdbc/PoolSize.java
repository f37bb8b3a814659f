package io.github.leaderelection.store.jdbc;

import java.util.List;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/**
 * Checks whether the application's pool has enough connections for the lease. A wait for
 * a connection delays a renewal like a slow database.
 */
final class PoolSize {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/**
	 * Two connections for requests, one for notifications of releases, one for the
	 * application.
	 */
	private static final int LEAST = 4;

	/**
	 * With fewer connections, the one for notifications would be missing for requests.
	 */
	private static final int LEAST_TO_LISTEN = 3;

	private PoolSize() {
	}

	/**
	 * Whether the store may keep a connection for notifications. Warns of a small pool.
	 */
	static boolean hasRoomToListen(DataSource dataSource, boolean isOfTheLeaseAlone,
			List<DataSourcePoolMetadataProvider> providers) {
		DataSourcePoolMetadata pool = new CompositeDataSourcePoolMetadataProvider(providers)
			.getDataSourcePoolMetadata(dataSource);
		Integer most = (pool != null) ? pool.getMax() : null;
		if (most == null || most < 0 || most >= LEAST) {
			return true;
		}
		boolean hasRoom = most >= LEAST_TO_LISTEN;
		if (isOfTheLeaseAlone && most > 1) {
			return hasRoom;
		}
		logger.warn("The pool of the DataSource that keeps the lease has at most {} connections (HikariCP: "
				+ "spring.datasource.hikari.maximum-pool-size={}). The lease needs up to two at a time, and {}. "
				+ "While the application holds the rest, renewals wait, and the "
				+ "leader loses its lease: let it have {} or more", most, most,
				hasRoom ? "a third all the time with PostgreSQL"
						: "a third to be told of releases by PostgreSQL, which nodes now see at their next read",
				LEAST);
		return hasRoom;
	}

}
