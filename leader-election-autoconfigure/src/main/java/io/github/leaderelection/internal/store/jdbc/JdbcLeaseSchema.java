package io.github.leaderelection.internal.store.jdbc;

import java.util.List;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.dao.DataAccessException;

/**
 * Makes the tables of a {@link JdbcLeaseStore} where they are missing.
 */
public final class JdbcLeaseSchema extends DataSourceScriptDatabaseInitializer {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int TABLES = 2;

	/**
	 * An initializer. It does its work as a bean, or by {@link #initializeDatabase()}.
	 * @param dataSource the application's
	 * @param mode in which databases the tables are made
	 */
	public JdbcLeaseSchema(DataSource dataSource, DatabaseInitializationMode mode) {
		super(dataSource, settings(dataSource, inForce(dataSource, mode)));
	}

	/** A database that does not answer is none of this process, and may yet come. */
	private static DatabaseInitializationMode inForce(DataSource dataSource, DatabaseInitializationMode mode) {
		boolean isOther = mode == DatabaseInitializationMode.EMBEDDED
				&& !EmbeddedDatabaseConnection.isEmbedded(dataSource);
		return isOther ? DatabaseInitializationMode.NEVER : mode;
	}

	/**
	 * PostgreSQL fails where another instance makes the same table at that moment, though
	 * it may be there. Each failure leaves one more there than before.
	 */
	@Override
	protected void runScripts(Scripts scripts) {
		for (int table = 0; table < TABLES; table++) {
			try {
				super.runScripts(scripts);
				return;
			}
			catch (DataAccessException ex) {
				logger.debug("The tables of leases are not made yet: {}", ex.getMessage());
			}
		}
		super.runScripts(scripts);
	}

	private static DatabaseInitializationSettings settings(DataSource dataSource, DatabaseInitializationMode mode) {
		DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
		settings.setMode(mode);
		if (mode != DatabaseInitializationMode.NEVER) {
			settings.setSchemaLocations(locations(dataSource));
		}
		return settings;
	}

	private static List<String> locations(DataSource dataSource) {
		try {
			return List.copyOf(
					new PlatformPlaceholderDatabaseDriverResolver().withDriverPlatform(DatabaseDriver.MARIADB, "mysql")
						.resolveAll(dataSource, "classpath:" + LeaseStatements.schemaLocation("@@platform@@")));
		}
		catch (IllegalStateException ex) {
			throw (ex.getCause() != null) ? UnusableDatabaseException.notReached(SqlProblem.text(ex), ex)
					: UnusableDatabaseException.unsupported("unknown", ex);
		}
	}

}
