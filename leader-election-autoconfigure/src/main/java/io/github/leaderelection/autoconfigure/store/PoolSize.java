package io.github.leaderelection.autoconfigure.store;

import java.util.List;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/**
 * Whether the application's pool has connections to spare for the lease. A renewal that
 * waits for one is as late as one that waits for the database.
 */
final class PoolSize {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/**
	 * Two requests at a time, one connection that is told of releases, one to work with.
	 */
	private static final int LEAST = 4;

	/** With fewer, one that is kept would be missing for requests. */
	private static final int LEAST_TO_LISTEN = 3;

	private PoolSize() {
	}

	/** Whether one may be kept for what the database tells. Warns of a small pool. */
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
