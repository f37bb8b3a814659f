package io.github.leaderelection.internal.store.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.jdbc.TestServers;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests for {@link JdbcLeaseStore} on a PostgreSQL server.
 */
class PostgresqlLeaseStoreIT extends AbstractJdbcLeaseStore {

	@TempDir
	static Path directory;

	private static EmbeddedPostgres server;

	private static HikariDataSource pool;

	@BeforeAll
	static void startServer() throws IOException {
		server = TestServers.startPostgresql(directory.resolve("data"), 0);
		pool = TestServers.pool(server.getJdbcUrl("postgres", "postgres"), "postgres");
		makeTables(pool, "postgresql");
	}

	@AfterAll
	static void stopServer() throws IOException {
		pool.close();
		server.close();
	}

	@Override
	HikariDataSource pool() {
		return pool;
	}

	@Override
	String emptyDatabase() {
		return server.getJdbcUrl("postgres", "template1");
	}

	@Override
	int port() {
		return server.getPort();
	}

	@Override
	String lockTimeout() {
		return "SHOW lock_timeout";
	}

	@Override
	protected void restartEngine() throws IOException {
		int port = server.getPort();
		server.close();
		server = TestServers.startPostgresql(directory.resolve("data"), port);
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

	@Override
	protected Duration patience() {
		return Duration.ofSeconds(60);
	}

}
