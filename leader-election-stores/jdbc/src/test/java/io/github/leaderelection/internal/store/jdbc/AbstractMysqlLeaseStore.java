package io.github.leaderelection.internal.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.junit.jupiter.api.AfterEach;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What is said to MariaDB and to MySQL.
 */
abstract class AbstractMysqlLeaseStore extends AbstractJdbcLeaseStore {

	private HikariDataSource pool;

	/** Of the database 'test'. */
	abstract String url();

	static void prepare(HikariDataSource once) {
		makeTables(once, "mysql");
		new JdbcTemplate(once).execute("CREATE DATABASE no_tables");
		// otherwise anybody may do anything in a database that is called 'test'
		new JdbcTemplate(once).execute("DELETE FROM mysql.db");
		new JdbcTemplate(once).execute("FLUSH PRIVILEGES");
	}

	@Override
	HikariDataSource pool() {
		this.pool = (this.pool != null) ? this.pool : TestServers.pool(url(), "root");
		return this.pool;
	}

	@AfterEach
	void closePool() {
		pool().close();
	}

	@Override
	String emptyDatabase() {
		return pool().getJdbcUrl().replace("/test", "/no_tables");
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
	long asked() {
		return new JdbcTemplate(pool()).queryForObject("SHOW GLOBAL STATUS LIKE 'Questions'",
				(row, index) -> row.getLong(2));
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
	protected void refuseWrites(Key refused) {
		for (String write : List.of("INSERT", "UPDATE")) {
			new JdbcTemplate(pool()).execute("CREATE TRIGGER disk_is_full_on_" + write + " BEFORE " + write
					+ " ON leader_election_lease FOR EACH ROW IF NEW.group_name = '" + refused.group()
					+ "' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'disk is full'; END IF");
		}
	}

	@Override
	protected void acceptWrites(Key accepted) {
		for (String write : List.of("INSERT", "UPDATE")) {
			new JdbcTemplate(pool()).execute("DROP TRIGGER IF EXISTS disk_is_full_on_" + write);
		}
	}

	@Override
	String forNewRows() {
		throw new UnsupportedOperationException("A trigger refuses them");
	}

}
