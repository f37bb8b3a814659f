package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fencing tokens rise from a database to Redis to members that elect among themselves,
 * though none of them knows of the one before.
 */
class ChangeOfStoreIT {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final long A_DAY = Duration.ofDays(1).toMillis();

	@TempDir
	static Path directory;

	private static RedisOfATest server;

	private final String cluster = "cluster-" + UUID.randomUUID();

	@BeforeAll
	static void startServer() throws IOException {
		server = RedisOfATest.start(directory);
	}

	@AfterAll
	static void stopServer() throws IOException {
		server.close();
	}

	@Test
	void tokensRiseFromADatabaseToRedisToMembersWithANewDirectory(@TempDir Path state) {
		long inDatabase = tokenInADatabase(0);
		long inRedis = tokenInRedis(0);
		assertThat(inRedis).isGreaterThan(inDatabase);
		assertThat(tokenOfMembers(state, 0)).isGreaterThan(inRedis);
	}

	/** The tokens of the database are those of a clock that ran ahead. */
	@Test
	void tokensRiseByTheMinimumTermWhereClocksFellBehindAndTheDirectoryIsOld(@TempDir Path state) {
		long before = tokenOfMembers(state, 0);
		long inDatabase = tokenInADatabase(System.currentTimeMillis() + A_DAY);
		assertThat(inDatabase).isGreaterThan(before + A_DAY / 2);
		assertThat(tokenInRedis(0)).as("the token of whoever was not told").isLessThan(inDatabase);
		long inRedis = tokenInRedis(inDatabase);
		assertThat(inRedis).isGreaterThan(inDatabase);
		assertThat(tokenOfMembers(state, inRedis)).isGreaterThan(inRedis);
	}

	private long tokenInADatabase(long minimumTerm) {
		DriverManagerDataSource database = new DriverManagerDataSource(
				"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
		new ResourceDatabasePopulator(new ClassPathResource("io/github/leaderelection/jdbc/lease-h2.sql"))
			.execute(database);
		return tokenIn(new JdbcLeaseStore(database), minimumTerm);
	}

	private long tokenInRedis(long minimumTerm) {
		return tokenIn(server.store(), minimumTerm);
	}

	private long tokenIn(LeaseStore store, long minimumTerm) {
		try (store) {
			return token(builder(minimumTerm).leaseStore(store).build());
		}
	}

	private long tokenOfMembers(Path state, long minimumTerm) {
		return token(builder(minimumTerm).stateDirectory(state).build());
	}

	private ElectionNodeBuilder builder(long minimumTerm) {
		return ElectionNodeBuilder.forNode(NodeId.of("node-a"))
			.cluster(this.cluster)
			.minimumTerm(minimumTerm)
			.group("default", GroupOptions.defaults().withLease(LEASE).withHeartbeat(LEASE.dividedBy(5)));
	}

	/** Of a node that starts, leads, and stops. */
	private static long token(ElectionNode node) {
		try (node) {
			node.start();
			LeaderElector elector = node.elector("default");
			return Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> elector.leadership().map(Leadership::fencingToken).orElse(-1L), (token) -> token >= 0);
		}
	}

}
