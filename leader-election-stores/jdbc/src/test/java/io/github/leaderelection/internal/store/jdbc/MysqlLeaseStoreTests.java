package io.github.leaderelection.internal.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests for {@link JdbcLeaseStore} on a MySQL server, with a driver that counts the rows
 * found.
 */
class MysqlLeaseStoreTests extends AbstractMysqlLeaseStore {

	private static MysqlServer server;

	@BeforeAll
	static void startServer() throws Exception {
		server = MysqlServer.start();
		try (HikariDataSource once = TestServers.pool(server.url("test"), "root")) {
			prepare(once);
		}
	}

	@AfterAll
	static void stopServer() throws Exception {
		if (server != null) {
			server.close();
		}
	}

	@Override
	String url() {
		return server.url("test");
	}

	@Override
	int port() {
		return server.port();
	}

	@Override
	protected void restartEngine() throws Exception {
		server.restart();
	}

}
