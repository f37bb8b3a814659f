package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fencing tokens rise although the record is lost, an older one comes back, or the store
 * is another. No node knows of the one before.
 */
class ChangeOfStoreTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration A_DAY = Duration.ofDays(1);

	private final HikariDataSource first = database();

	private final HikariDataSource second = database();

	private static HikariDataSource database() {
		HikariDataSource made = TestServers.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa");
		AbstractJdbcLeaseStore.makeTables(made, "h2");
		return made;
	}

	@AfterEach
	void closeDatabases() {
		this.first.close();
		this.second.close();
	}

	@Test
	void tokensRiseFromStoreToStoreToQuorumAndBackByTheClock(@TempDir Path directory) {
		long inFirst = tokenIn(this.first, 0);
		long inSecond = tokenIn(this.second, 0);
		assertThat(inSecond).isGreaterThan(inFirst);
		long byQuorum = tokenByQuorum(directory, 0);
		assertThat(byQuorum).isGreaterThan(inSecond);
		assertThat(tokenIn(this.first, 0)).isGreaterThan(byQuorum);
	}

	/** The tokens of the first are those of a clock that ran ahead. */
	@Test
	void tokensRiseByTheMinimumTermWhereClocksFellBehind(@TempDir Path directory) {
		long inFirst = tokenIn(this.first, System.currentTimeMillis() + A_DAY.toMillis());
		assertThat(inFirst).isGreaterThan(System.currentTimeMillis());
		assertThat(tokenByQuorum(directory.resolve("untold"), 0)).isLessThan(inFirst);
		long byQuorum = tokenByQuorum(directory.resolve("told"), inFirst);
		assertThat(byQuorum).isGreaterThan(inFirst);
		long inSecond = tokenIn(this.second, byQuorum);
		assertThat(inSecond).isGreaterThan(byQuorum);
		assertThat(tokenIn(this.first, inSecond)).isGreaterThan(inSecond);
	}

	@Test
	void tokensRiseThroughDeletionOfTheRecord() {
		long before = tokenIn(this.first, 0);
		JdbcTemplate jdbc = new JdbcTemplate(this.first);
		assertThat(jdbc.update("DELETE FROM leader_election_lease")).isEqualTo(1);
		assertThat(jdbc.update("DELETE FROM leader_election_reign")).isEqualTo(1);
		assertThat(tokenIn(this.first, 0)).isGreaterThan(before);
	}

	@Test
	void tokensRiseThroughTheRestoreOfAnOlderCopy() {
		long copied = tokenIn(this.first, 0);
		JdbcTemplate jdbc = new JdbcTemplate(this.first);
		Map<String, Object> lease = jdbc.queryForMap("SELECT version, is_free FROM leader_election_lease");
		long lost = tokenIn(this.first, 0);
		assertThat(lost).isGreaterThan(copied);
		assertThat(jdbc.update("UPDATE leader_election_lease SET version = ?, is_free = ?", lease.get("version"),
				lease.get("is_free")))
			.isEqualTo(1);
		assertThat(jdbc.update("UPDATE leader_election_reign SET token = ?", copied)).isEqualTo(1);
		assertThat(tokenIn(this.first, 0)).isGreaterThan(lost);
	}

	/** Of a node that starts, leads, and stops. */
	private static long tokenIn(HikariDataSource database, long minimumTerm) {
		try (JdbcLeaseStore store = new JdbcLeaseStore(database)) {
			return token(builder(minimumTerm).leaseStore(store).build());
		}
	}

	private static long tokenByQuorum(Path directory, long minimumTerm) {
		return token(builder(minimumTerm).stateDirectory(directory).build());
	}

	private static ElectionNodeBuilder builder(long minimumTerm) {
		return ElectionNodeBuilder.forNode(NodeId.of("node-a"))
			.minimumTerm(minimumTerm)
			.group("default", GroupOptions.defaults().withLease(LEASE).withHeartbeat(LEASE.dividedBy(5)));
	}

	private static long token(ElectionNode node) {
		try (node) {
			node.start();
			LeaderElector elector = node.elector("default");
			return Awaitility.await()
				.atMost(LeaseCluster.PATIENCE)
				.until(() -> LeaseCluster.token(elector), (token) -> token >= 0);
		}
	}

}
