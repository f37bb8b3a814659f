package io.github.leaderelection.internal.store.jdbc;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.dao.DataAccessException;

/**
 * Makes the tables of a {@link JdbcLeaseStore} where they are missing, once. The database
 * is not asked before. Safe for use from any thread.
 */
public final class JdbcLeaseSchema {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int TABLES = 2;

	private final DataSource dataSource;

	private final DatabaseInitializationMode mode;

	private final ReentrantLock lock = new ReentrantLock();

	/** Null as long as nobody knows; guarded by the lock. */
	private @Nullable Boolean made;

	/** Guarded by the lock. */
	private @Nullable UnusableDatabaseException unusable;

	/**
	 * The tables.
	 * @param dataSource the application's
	 * @param mode in which databases they are made
	 */
	public JdbcLeaseSchema(DataSource dataSource, DatabaseInitializationMode mode) {
		this.dataSource = dataSource;
		this.mode = mode;
	}

	/**
	 * Makes the tables, or waits for whoever does so already. What another call may mend
	 * is tried again by the next one.
	 * @return whether it is a database in which they are made
	 * @throws UnusableDatabaseException if the database is not reached, or cannot keep
	 * leases; stays so
	 */
	public boolean make() {
		this.lock.lock();
		try {
			if (this.unusable != null) {
				throw this.unusable;
			}
			if (this.made == null) {
				this.made = isMade(this.dataSource, this.mode);
			}
			return this.made;
		}
		catch (UnusableDatabaseException ex) {
			this.unusable = ex;
			throw ex;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** A database that does not answer is none of this process, and may yet come. */
	private static boolean isMade(DataSource dataSource, DatabaseInitializationMode mode) {
		boolean isOther = mode == DatabaseInitializationMode.EMBEDDED
				&& !EmbeddedDatabaseConnection.isEmbedded(dataSource);
		return mode != DatabaseInitializationMode.NEVER && !isOther
				&& new Initializer(dataSource, mode).initializeDatabase();
	}

	/**
	 * Runs the script of the database.
	 */
	private static final class Initializer extends DataSourceScriptDatabaseInitializer {

		Initializer(DataSource dataSource, DatabaseInitializationMode mode) {
			super(dataSource, settings(dataSource, mode));
			setResourceLoader(new DefaultResourceLoader(JdbcLeaseSchema.class.getClassLoader()));
		}

		/**
		 * PostgreSQL fails where another instance makes the same table at that moment,
		 * though it may be there. Each failure leaves one more there than before.
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
			settings.setSchemaLocations(locations(dataSource));
			return settings;
		}

		private static List<String> locations(DataSource dataSource) {
			try {
				return List.copyOf(new PlatformPlaceholderDatabaseDriverResolver()
					.withDriverPlatform(DatabaseDriver.MARIADB, "mysql")
					.resolveAll(dataSource, "classpath:" + LeaseStatements.schemaLocation("@@platform@@")));
			}
			catch (IllegalStateException ex) {
				throw (ex.getCause() != null) ? UnusableDatabaseException.notReached(SqlProblem.text(ex), ex)
						: UnusableDatabaseException.unsupported("unknown", ex);
			}
		}

	}

}
