package io.github.leaderelection.internal.store.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.StreamSupport;

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
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Creates the missing tables of a {@link JdbcLeaseStore}, once. The database is not
 * accessed before. Existing tables are left alone, because the user may lack the right to
 * create any. Safe for use from any thread.
 */
public final class JdbcLeaseSchema {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int TABLES = 2;

	private final DataSource dataSource;

	private final DatabaseInitializationMode mode;

	private final LeaseTables tables;

	/** Whether it makes the table of values, not those of leases. */
	private final boolean ofValues;

	private final ReentrantLock lock = new ReentrantLock();

	/** The result of {@link #make()}, null before the first; guarded by the lock. */
	private @Nullable Boolean made;

	/** The lasting problem of the database, or null; guarded by the lock. */
	private @Nullable UnusableDatabaseException unusable;

	/** Creates the schema with the default names of the tables. */
	public JdbcLeaseSchema(DataSource dataSource, DatabaseInitializationMode mode) {
		this(dataSource, mode, LeaseTables.DEFAULT);
	}

	/** Creates the schema with the given names of the tables. */
	public JdbcLeaseSchema(DataSource dataSource, DatabaseInitializationMode mode, LeaseTables tables) {
		this(dataSource, mode, tables, false);
	}

	private JdbcLeaseSchema(DataSource dataSource, DatabaseInitializationMode mode, LeaseTables tables,
			boolean ofValues) {
		this.dataSource = dataSource;
		this.mode = mode;
		this.tables = tables;
		this.ofValues = ofValues;
	}

	/** The table of values in the same database. */
	public JdbcLeaseSchema ofValues() {
		return new JdbcLeaseSchema(this.dataSource, this.mode, this.tables, true);
	}

	/**
	 * Creates the tables, or waits for the thread that already does. The next call
	 * retries after a failure that may pass.
	 * @return whether the tables are created in this database
	 * @throws UnusableDatabaseException if the database is not reached, or cannot keep
	 * leases; later calls throw it again
	 */
	public boolean make() {
		this.lock.lock();
		try {
			if (this.unusable != null) {
				throw this.unusable;
			}
			if (this.made == null) {
				this.made = isMade();
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

	/** A database that does not answer counts as not embedded, and may answer later. */
	private boolean isMade() {
		boolean isOther = this.mode == DatabaseInitializationMode.EMBEDDED
				&& !EmbeddedDatabaseConnection.isEmbedded(this.dataSource);
		return this.mode != DatabaseInitializationMode.NEVER && !isOther && new Initializer(this).initializeDatabase();
	}

	/**
	 * Runs the script of the database.
	 */
	private static final class Initializer extends DataSourceScriptDatabaseInitializer {

		private final JdbcTemplate jdbc;

		private final LeaseTables tables;

		private final String present;

		Initializer(JdbcLeaseSchema schema) {
			super(schema.dataSource, settings(schema));
			this.jdbc = new JdbcTemplate(schema.dataSource);
			this.tables = schema.tables;
			this.present = "SELECT 1 FROM "
					+ (schema.ofValues ? LeaseStatements.VALUE : LeaseStatements.LEASE + ", " + LeaseStatements.REIGN)
					+ " WHERE 1 = 0";
			setResourceLoader(new DefaultResourceLoader(JdbcLeaseSchema.class.getClassLoader()));
		}

		/**
		 * PostgreSQL fails if another instance creates the same table concurrently, even
		 * with IF NOT EXISTS. After each failure at least one more table exists.
		 */
		@Override
		protected void runScripts(Scripts scripts) {
			LeaseTables.Names names = Objects
				.requireNonNull(this.jdbc.execute((ConnectionCallback<LeaseTables.Names>) (connection) -> this.tables
					.names(connection.getMetaData())));
			if (!areThere(names)) {
				make(new Scripts(StreamSupport.stream(scripts.spliterator(), false)
					.map((script) -> named(script, names))
					.toList()));
			}
		}

		/**
		 * Whether the tables exist; also true if the user lacks the right to read them.
		 */
		private boolean areThere(LeaseTables.Names names) {
			try {
				this.jdbc.execute(names.in(this.present));
				return true;
			}
			catch (DataAccessException ex) {
				return SqlProblem.isMissingRight(ex);
			}
		}

		private static Resource named(Resource script, LeaseTables.Names names) {
			try {
				String text = script.getContentAsString(StandardCharsets.UTF_8);
				return new ByteArrayResource(names.in(text).getBytes(StandardCharsets.UTF_8));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private void make(Scripts scripts) {
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

		private static DatabaseInitializationSettings settings(JdbcLeaseSchema schema) {
			DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
			settings.setMode(schema.mode);
			settings.setSchemaLocations(locations(schema));
			return settings;
		}

		private static List<String> locations(JdbcLeaseSchema schema) {
			try {
				return List.copyOf(new PlatformPlaceholderDatabaseDriverResolver()
					.withDriverPlatform(DatabaseDriver.MARIADB, "mysql")
					.resolveAll(schema.dataSource, "classpath:"
							+ LeaseStatements.schemaLocation(schema.ofValues ? "value" : "lease", "@@platform@@")));
			}
			catch (IllegalStateException ex) {
				throw (ex.getCause() != null) ? UnusableDatabaseException.notReached(SqlProblem.text(ex), ex)
						: UnusableDatabaseException.unsupported("unknown", ex);
			}
		}

	}

}
