package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.node.GroupOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the log says of a lease in a database at its first start, and when the database
 * goes.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseInTheLogTests {

	private static final LoggingSystem LOGS = LoggingSystem.get(LeaseInTheLogTests.class.getClassLoader());

	private static final Duration LEASE = Duration.ofSeconds(3);

	@BeforeEach
	void logInfo() {
		LOGS.setLogLevel(LeaderElector.class.getName(), LogLevel.INFO);
	}

	@AfterEach
	void logAsBefore() {
		LOGS.setLogLevel(LeaderElector.class.getName(), null);
	}

	@Test
	void firstStartSaysWhyNobodyLeadsYetAndTheEndOfTheLeaseSaysWhy(CapturedOutput output, @TempDir Path directory)
			throws Exception {
		try (HikariDataSource pool = TestServers.pool("jdbc:h2:file:" + directory.resolve("leases"), "sa");
				LeaseCluster cluster = new LeaseCluster(GroupOptions.defaults()
					.withLease(LEASE)
					.withHeartbeat(LEASE.dividedBy(5))
					.withSettings(Map.of("retry-interval", "300ms")))) {
			AbstractJdbcLeaseStore.makeTables(pool, "h2");
			AtomicBoolean away = new AtomicBoolean();
			try (JdbcLeaseStore store = new JdbcLeaseStore(new DelegatingDataSource(pool) {

				@Override
				public Connection getConnection() throws SQLException {
					if (away.get()) {
						throw new SQLException("the disk\nis gone");
					}
					return super.getConnection();
				}

			})) {
				cluster.start("a", store);
				Awaitility.await()
					.atMost(LeaseCluster.PATIENCE)
					.until(() -> output.getOut().contains("nobody has led by this lease yet"));
				assertThat(output.getOut()).doesNotContain("leads with fencing token");
				LeaderElector leader = cluster.awaitLeader(0);
				away.set(true);
				Awaitility.await().atMost(LeaseCluster.PATIENCE).until(() -> !leader.isLeader());
				Awaitility.await()
					.atMost(LeaseCluster.PATIENCE)
					.untilAsserted(() -> assertThat(output.getOut().lines())
						.anySatisfy((line) -> assertThat(line).contains("LEASE_EXPIRED").contains("the disk?is gone")));
			}
		}
	}

}
