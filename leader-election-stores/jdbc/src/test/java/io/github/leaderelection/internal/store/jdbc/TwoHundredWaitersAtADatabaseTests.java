package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.internal.store.real.RequestLog;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two hundred nodes at one PostgreSQL server: one leads, and the others ask little.
 */
class TwoHundredWaitersAtADatabaseTests {

	private static final int NODES = 200;

	private static final int STORES = 20;

	/** Two requests of each store, and one that listens. */
	private static final int CONNECTIONS = 3 * STORES;

	private static final int RELEASES = 7;

	/** Of each waiter, in the second after a release. */
	private static final int MOST_READS = 3;

	/**
	 * Of the releases; in the others this machine may stand still, and then all nodes
	 * look before the first of them has taken, and what was held up is asked besides.
	 */
	private static final int UNDISTURBED = 5;

	/** For what one node more or less does at the edge of what is counted. */
	private static final double ROUGHLY = 1.1;

	private static final Duration RETRY = Duration.ofSeconds(1);

	private static final Duration LEASE = Duration.ofSeconds(5);

	private final RequestLog log = new RequestLog();

	private final Set<String> cut = ConcurrentHashMap.newKeySet();

	private final List<JdbcLeaseStore> stores = new ArrayList<>();

	private final LeaseCluster cluster = new LeaseCluster(GroupOptions.defaults()
		.withLease(LEASE)
		.withHeartbeat(LEASE.dividedBy(5))
		.withSettings(Map.of("retry-interval", RETRY.toMillis() + "ms", "assume-new", "true")));

	@Test
	void oneLeadsAndTheOthersAskLittle(@TempDir Path directory) throws Exception {
		try (EmbeddedPostgres server = TestServers.startPostgresql(directory.resolve("data"), Ports.free());
				HikariDataSource pool = pool(server)) {
			AbstractJdbcLeaseStore.makeTables(pool, "postgresql");
			try {
				start(pool);
				this.cluster.awaitAllFollow(this.cluster.awaitLeader(0));
				Awaitility.await()
					.atMost(LeaseCluster.PATIENCE)
					.until(() -> this.stores.stream().allMatch(JdbcLeaseStore::tellsChanges));
				assertWaitersAskOnceInARetryInterval();
				assertReleaseWakesEachOnce();
				assertExpiryWakesFew();
			}
			finally {
				this.cluster.close();
				this.stores.forEach(JdbcLeaseStore::close);
			}
		}
	}

	private static HikariDataSource pool(EmbeddedPostgres server) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
		config.setUsername("postgres");
		config.setMaximumPoolSize(CONNECTIONS);
		return new HikariDataSource(config);
	}

	private void start(HikariDataSource pool) {
		for (int i = 0; i < NODES; i++) {
			if (this.stores.size() < STORES) {
				this.stores.add(new JdbcLeaseStore(pool));
			}
			String id = "node-" + i;
			this.cluster.start(id, this.log.of(this.stores.get(i % STORES), () -> this.cut.contains(id)));
		}
	}

	private void assertWaitersAskOnceInARetryInterval() {
		long start = System.nanoTime();
		Awaitility.await().atMost(LeaseCluster.PATIENCE).until(() -> this.log.since(start).size() > 4 * NODES);
		long end = System.nanoTime();
		double retries = (end - start) / (double) RETRY.toNanos();
		// What was held up before is asked at once.
		assertThat((double) this.log.between(start, end).size()).as("requests in %s retry intervals", retries)
			.isLessThan(ROUGHLY * NODES * (1 + retries));
	}

	private void assertReleaseWakesEachOnce() throws Exception {
		List<Told> releases = new ArrayList<>();
		for (int i = 0; i < RELEASES; i++) {
			releases.add(release());
		}
		assertThat(releases.stream().map(Told::reads).sorted().toList().get(UNDISTURBED - 1))
			.as("reads of a waiter, of %s", releases)
			.isLessThanOrEqualTo(MOST_READS);
	}

	private Told release() throws Exception {
		LeaderElector former = this.cluster.awaitLeader(0);
		long token = LeaseCluster.token(former);
		long start = System.nanoTime();
		former.resign().toCompletableFuture().get();
		this.cluster.awaitAllFollow(this.cluster.awaitLeader(token));
		long end = System.nanoTime();
		List<RequestLog.Sent> sent = this.log.between(start, end);
		long takes = RequestLog.count(sent, Request.Take.class);
		double retries = (end - start) / (double) RETRY.toNanos();
		long reads = RequestLog.count(sent, Request.Read.class);
		assertThat(RequestLog.takesThatWereDone(sent)).hasSizeLessThanOrEqualTo(1);
		return new Told(takes, reads / (NODES * (1 + retries)));
	}

	private void assertExpiryWakesFew() {
		LeaderElector former = this.cluster.awaitLeader(0);
		long token = LeaseCluster.token(former);
		long start = System.nanoTime();
		this.cut.add(former.status().node().value());
		this.cluster.awaitLeader(token);
		long expiry = this.log.since(start)
			.stream()
			.filter((each) -> each.request() instanceof Request.Take)
			.findFirst()
			.orElseThrow()
			.atNanos();
		long end = expiry + RETRY.toNanos();
		Awaitility.await().atMost(LeaseCluster.PATIENCE).until(() -> System.nanoTime() - end > 0);
		List<RequestLog.Sent> sent = this.log.between(expiry, end);
		assertThat(sent).as("requests in a retry interval after an expiry").hasSizeLessThanOrEqualTo(2 * NODES);
		assertThat(RequestLog.takesThatWereDone(sent)).hasSizeLessThanOrEqualTo(1);
	}

	/**
	 * What the waiters asked after a release.
	 *
	 * @param takes by all
	 * @param reads of each, beside those of every retry interval
	 */
	private record Told(long takes, double reads) {

	}

}
