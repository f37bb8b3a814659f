package io.github.leaderelection.internal.store.jdbc.transaction;

import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.MysqlServer;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Tests for {@link OwnTransactions} on a MySQL server.
 */
class MysqlLeaderTransactionsTests extends AbstractLeaderTransactions {

	private static MysqlServer server;

	private HikariDataSource pool;

	@BeforeAll
	static void startServer() throws Exception {
		server = MysqlServer.start();
	}

	@AfterAll
	static void stopServer() throws Exception {
		if (server != null) {
			server.close();
		}
	}

	@AfterEach
	void closePool() {
		pool().close();
	}

	@Override
	HikariDataSource pool() {
		this.pool = (this.pool != null) ? this.pool : TestServers.pool(server.url("test"), "root");
		return this.pool;
	}

	@Override
	long session(JdbcTemplate jdbc) {
		Long session = jdbc.queryForObject("SELECT CONNECTION_ID()", Long.class);
		return (session != null) ? session : 0;
	}

	@Override
	boolean isOpen(long session) {
		return !new JdbcTemplate(pool())
			.queryForList("SELECT id FROM information_schema.processlist WHERE id = ?", session)
			.isEmpty();
	}

	@Override
	boolean isPatient() {
		return false;
	}

	@Override
	List<String> limits(DataSource database) {
		return List.of(new JdbcTemplate(database).queryForObject("SELECT @@SESSION.wait_timeout", String.class));
	}

}
