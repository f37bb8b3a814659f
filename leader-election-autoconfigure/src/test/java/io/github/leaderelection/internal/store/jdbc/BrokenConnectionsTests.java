package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BrokenConnections}.
 */
class BrokenConnectionsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Request READ = new Request.Read(new Key("orders", "default"));

	@TempDir
	private Path directory;

	/** Its driver reports broken connections by a state that no pool knows. */
	@Test
	void whoAsksOftenIsAnsweredOnceTheServerIsBack() throws SQLException {
		Server server = server(Ports.free());
		String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/./lease";
		try (HikariDataSource pool = TestServers.pool(url, "sa"); JdbcLeaseStore store = new JdbcLeaseStore(pool)) {
			new ResourceDatabasePopulator(new ClassPathResource(LeaseStatements.schemaLocation("h2"))).execute(pool);
			assertThat(ask(store)).isInstanceOf(Answer.Missing.class);
			server.stop();
			Awaitility.await().atMost(PATIENCE).until(() -> ask(store) instanceof Answer.Unknown);
			server = server(server.getPort());
			Awaitility.await()
				.pollInterval(Duration.ofMillis(50))
				.atMost(PATIENCE)
				.until(() -> ask(store) instanceof Answer.Missing);
		}
		finally {
			server.stop();
		}
	}

	private Server server(int port) throws SQLException {
		return Server
			.createTcpServer("-tcpPort", Integer.toString(port), "-ifNotExists", "-baseDir", this.directory.toString())
			.start();
	}

	private static Answer ask(JdbcLeaseStore store) {
		return store.ask(READ, Duration.ofSeconds(5)).toCompletableFuture().join();
	}

}
