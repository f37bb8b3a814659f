package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

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

	/** Hikari logs one of each connection that it finds broken while it is used. */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void connectionThatIsDroppedLeavesNoStackTraceOfThePool(CapturedOutput output) throws SQLException {
		Connection broken = mock(Connection.class);
		given(broken.isValid(anyInt())).willReturn(true);
		given(broken.createStatement()).willThrow(new SQLException("This connection has been closed.", "08003"));
		DataSource driver = mock(DataSource.class);
		given(driver.getConnection()).willReturn(broken);
		HikariConfig config = new HikariConfig();
		config.setDataSource(driver);
		try (HikariDataSource pool = new HikariDataSource(config)) {
			try (Connection borrowed = pool.getConnection()) {
				BrokenConnections.drop(pool, borrowed);
			}
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> verify(broken, atLeastOnce()).close());
		}
		assertThat(output).doesNotContain("08003");
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
