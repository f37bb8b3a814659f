package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.store.real.RequestLog;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fifty nodes lead by a lease in a database that is away for ten leases.
 */
class DatabaseIsAwayTests {

	private static final int NODES = 50;

	private static final int LEASES = 10;

	/** This machine may stand still while several have looked and not taken. */
	private static final int MOST_TAKES = NODES / 2;

	/** This machine may stand still for a while, and no lease is to end by that. */
	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final Duration RETRY = Duration.ofMillis(300);

	/** So long this machine may stand still. */
	private static final Duration SLACK = Duration.ofSeconds(4);

	private final RequestLog log = new RequestLog();

	private final List<Long> granted = new CopyOnWriteArrayList<>();

	private final List<String> revoked = new CopyOnWriteArrayList<>();

	@Test
	void leaderStepsDownNobodyExitsAndOneLeadsOnceItIsBack() throws Exception {
		try (HikariDataSource pool = TestServers.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa");
				LeaseCluster cluster = new LeaseCluster(GroupOptions.defaults()
					.withLease(LEASE)
					.withHeartbeat(LEASE.dividedBy(5))
					.withSettings(Map.of("retry-interval", RETRY.toMillis() + "ms")))) {
			AbstractJdbcLeaseStore.makeTables(pool, "h2");
			Switched database = new Switched(pool);
			try (JdbcLeaseStore one = new JdbcLeaseStore(database);
					JdbcLeaseStore other = new JdbcLeaseStore(database)) {
				for (int i = 0; i < NODES; i++) {
					cluster.start("node-" + i, this.log.of((i % 2 == 0) ? one : other, () -> false));
				}
				LeaderElector leader = cluster.awaitLeader(0);
				cluster.awaitAllFollow(leader);
				long token = LeaseCluster.token(leader);
				cluster.electors().forEach((each) -> each.addListener(new Told(this.granted, this.revoked)));
				// A listener is told of what has begun.
				Awaitility.await().atMost(LeaseCluster.PATIENCE).until(() -> !this.granted.isEmpty());
				database.away(true);
				long away = System.nanoTime();
				assertFollowersKnowItFromHearsay(cluster, leader);
				assertLeadsToItsDeadlineAtMost(leader);
				Awaitility.await().atMost(LeaseCluster.PATIENCE).until(() -> !this.revoked.isEmpty());
				assertThat(Duration.ofNanos(System.nanoTime() - away)).isLessThanOrEqualTo(LEASE.plus(SLACK));
				Awaitility.await()
					.atMost(LeaseCluster.PATIENCE)
					.until(() -> System.nanoTime() - away > LEASES * LEASE.toNanos());
				assertThat(this.revoked).containsExactly(token + " " + RevocationReason.LEASE_EXPIRED);
				assertThat(this.granted).containsExactly(token);
				// A request that a standstill outlasts says only that no answer came.
				Awaitility.await().atMost(LeaseCluster.PATIENCE).untilAsserted(() -> assertAllGoOnAndSayWhy(cluster));
				database.away(false);
				long back = System.nanoTime();
				assertFewRequests(away, back);
				LeaderElector next = cluster.awaitLeader(token);
				assertThat(Duration.ofNanos(System.nanoTime() - back))
					.as("without a leader though the database is back")
					.isLessThanOrEqualTo(LEASE.multipliedBy(2).plus(RETRY).plus(SLACK));
				cluster.awaitAllFollow(next);
				assertOneGrantAndNoStampede(back, token);
				Awaitility.await()
					.atMost(LeaseCluster.PATIENCE)
					.untilAsserted(() -> assertThat(cluster.electors())
						.allSatisfy((each) -> assertThat(each.status().problems()).isEmpty()));
			}
		}
	}

	private static void assertFollowersKnowItFromHearsay(LeaseCluster cluster, LeaderElector leader) {
		LeaderElector follower = cluster.electors().stream().filter((each) -> each != leader).findFirst().orElseThrow();
		Awaitility.await()
			.pollInterval(Duration.ofMillis(1))
			.atMost(LeaseCluster.PATIENCE)
			.until(() -> follower.leader().map((known) -> !known.direct()).orElse(false));
		assertThat(follower.leader().map(LeaderInfo::id).orElse(leader.status().node()))
			.isEqualTo(leader.status().node());
	}

	/** Whoever is asked before answers by a lease that is valid then. */
	private void assertLeadsToItsDeadlineAtMost(LeaderElector leader) {
		AtomicLong asked = new AtomicLong();
		AtomicLong led = new AtomicLong();
		Awaitility.await().pollInterval(Duration.ofMillis(1)).atMost(LeaseCluster.PATIENCE).until(() -> {
			led.set(asked.get());
			asked.set(System.nanoTime());
			return !leader.isLeader();
		});
		long renewed = this.log.all()
			.stream()
			.filter((each) -> each.request() instanceof Request.Renew || each.request() instanceof Request.Take)
			.filter((each) -> each.answer().getNow(new Answer.NotDone()) instanceof Answer.Mine)
			.mapToLong(RequestLog.Sent::atNanos)
			.max()
			.orElseThrow();
		assertThat(Duration.ofNanos(led.get() - renewed)).as("how long it led after its last renewal")
			.isLessThanOrEqualTo(LEASE);
	}

	private static void assertHealthSaysWhichStoreAndWhy(ElectionNode node) {
		Health health = new LeaderHealthIndicator(node, Map::of).health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(String.valueOf(health.getDetails().get("problems"))).contains("the database is away")
			.contains("The store is H2 at jdbc:h2:mem:");
	}

	private static void assertAllGoOnAndSayWhy(LeaseCluster cluster) {
		assertThat(cluster.nodes()).hasSize(NODES).allMatch(ElectionNode::isRunning);
		assertThat(cluster.electors()).allSatisfy((each) -> {
			assertThat(each.leader()).isEmpty();
			assertThat(each.status().failed()).isFalse();
			assertThat(each.status().problems()).singleElement()
				.asString()
				.contains("has not answered")
				.contains("the database is away")
				.contains("The store is H2 at jdbc:h2:mem:");
		});
		cluster.nodes().forEach(DatabaseIsAwayTests::assertHealthSaysWhichStoreAndWhy);
	}

	/** One each retry interval at first, then one in two. */
	private void assertFewRequests(long away, long back) {
		double intervals = (back - away) / (double) RETRY.toNanos();
		assertThat(this.log.between(away, back).size() / (double) NODES)
			.as("requests of a node in %s retry intervals", intervals)
			.isBetween(intervals / 4, intervals / 2 * 1.25 + 3);
	}

	private void assertOneGrantAndNoStampede(long back, long token) {
		Awaitility.await().atMost(LeaseCluster.PATIENCE).until(() -> this.granted.size() > 1);
		assertThat(this.granted).hasSize(2).startsWith(token).isSorted().doesNotHaveDuplicates();
		List<RequestLog.Sent> after = this.log.since(back);
		List<RequestLog.Sent> takes = after.stream().filter((each) -> each.request() instanceof Request.Take).toList();
		assertThat(takes).hasSizeBetween(1, MOST_TAKES);
		// Whoever looks first may take. A machine that stands still lets the others look
		// once more.
		assertThat(this.log.between(back, takes.get(0).atNanos())).as("requests before the first take")
			.hasSizeLessThanOrEqualTo(2 * NODES);
	}

	/**
	 * What listeners of all nodes are told.
	 */
	private record Told(List<Long> granted, List<String> revoked) implements LeadershipListener {

		@Override
		public void onGranted(Leadership leadership) {
			this.granted.add(leadership.fencingToken());
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			this.revoked.add(leadership.fencingToken() + " " + reason);
		}

	}

	/**
	 * A database that can be away.
	 */
	private static final class Switched extends DelegatingDataSource {

		private volatile boolean isAway;

		Switched(DataSource database) {
			super(database);
		}

		void away(boolean is) {
			this.isAway = is;
		}

		@Override
		public Connection getConnection() throws SQLException {
			if (this.isAway) {
				throw new SQLException("the database is away", "08001");
			}
			return super.getConnection();
		}

	}

}
