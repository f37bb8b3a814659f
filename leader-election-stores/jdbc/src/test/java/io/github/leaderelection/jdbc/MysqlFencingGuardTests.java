package io.github.leaderelection.jdbc;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.internal.store.jdbc.MysqlServer;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests for {@link JdbcFencingGuard} on a MySQL server, counting rows found and rows
 * changed.
 */
@ParameterizedClass
@ValueSource(strings = { "false", "true" })
class MysqlFencingGuardTests extends AbstractJdbcFencingGuard {

	private static MysqlServer server;

	private HikariDataSource database;

	@Parameter
	private String countsChanged;

	@BeforeAll
	static void startServer() throws Exception {
		server = MysqlServer.start();
		try (HikariDataSource once = TestServers.pool(server.url("test"), "root")) {
			makeTables(once, FencingDialect.MYSQL);
		}
	}

	@AfterAll
	static void stopServer() throws Exception {
		if (server != null) {
			server.close();
		}
	}

	@Override
	DataSource dataSource() {
		this.database = (this.database != null) ? this.database
				: TestServers.pool(server.url("test") + "&useAffectedRows=" + this.countsChanged, "root");
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
