package io.github.leaderelection.jdbc;

import java.io.IOException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.dao.ConcurrencyFailureException;

/**
 * Tests for {@link JdbcFencingGuard} on a PostgreSQL server.
 */
class PostgresqlFencingGuardTests extends AbstractJdbcFencingGuard {

	private static EmbeddedPostgres server;

	private static HikariDataSource database;

	@BeforeAll
	static void startServer() throws IOException {
		server = TestServers.startPostgresql();
		database = TestServers.pool(server.getJdbcUrl("postgres", "postgres"), "postgres");
		makeTables(database, FencingDialect.POSTGRESQL);
	}

	@AfterAll
	static void stopServer() throws IOException {
		database.close();
		server.close();
	}

	@Override
	DataSource dataSource() {
		return database;
	}

	@Override
	FencingDialect expectedDialect() {
		return FencingDialect.POSTGRESQL;
	}

	@Override
	String sessionsThatWait() {
		return "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
	}

	@Override
	Class<? extends Throwable> refusalAtRepeatableRead() {
		return ConcurrencyFailureException.class;
	}

}
