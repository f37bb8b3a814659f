package io.github.leaderelection.internal.store.jdbc;

import java.util.List;

import javax.sql.DataSource;

import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;

/**
 * Makes the tables of a {@link JdbcLeaseStore} where they are missing.
 */
public final class JdbcLeaseSchema extends DataSourceScriptDatabaseInitializer {

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

	private static DatabaseInitializationSettings settings(DataSource dataSource, DatabaseInitializationMode mode) {
		DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
		settings.setMode(mode);
		if (mode != DatabaseInitializationMode.NEVER) {
			settings.setSchemaLocations(List.copyOf(
					new PlatformPlaceholderDatabaseDriverResolver().withDriverPlatform(DatabaseDriver.MARIADB, "mysql")
						.resolveAll(dataSource, "classpath:" + LeaseStatements.schemaLocation("@@platform@@"))));
		}
		return settings;
	}

}
