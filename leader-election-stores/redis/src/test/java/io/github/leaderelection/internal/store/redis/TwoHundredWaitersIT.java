package io.github.leaderelection.internal.store.redis;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.internal.store.real.RequestLog;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two hundred nodes at one Redis: one leads, and the others ask little.
 */
class TwoHundredWaitersIT {

	private static final int NODES = 200;

	private static final int NODES_PER_STORE = 20;

	private static final int REQUESTS = 800;

	private static final int RELEASES = 7;

	/** Of each waiter, in the second after a release. */
	private static final int MOST_READS = 3;

	/**
	 * Of the releases, in the others this machine may stand still: then all nodes look
	 * before the first of them has taken, and what was held up is asked besides.
	 */
	private static final int UNDISTURBED = 5;

	/** For what one node more or less does at the edge of what is counted. */
	private static final double ROUGHLY = 1.1;

	private static final Duration RETRY = Duration.ofSeconds(1);

	private static final Duration LEASE = Duration.ofSeconds(5);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RequestLog log = new RequestLog();

	private final Set<String> cut = ConcurrentHashMap.newKeySet();

	private final List<LeaseStore> stores = new ArrayList<>();

	private final List<ElectionNode> nodes = new ArrayList<>();

	@Test
	void oneLeadsAndTheOthersAskLittle(@TempDir Path directory) throws Exception {
		try (RedisOfATest server = RedisOfATest.start(directory)) {
			try {
				start(server);
				awaitAllFollow(awaitLeader(0));
				Awaitility.await()
					.atMost(PATIENCE)
					.until(() -> this.stores.stream().allMatch(LeaseStore::tellsChanges));
				assertWaitersAskOnceInARetryInterval(server);
				List<Told> releases = new ArrayList<>();
				for (int i = 0; i < RELEASES; i++) {
					releases.add(release());
				}
				assertThat(releases.stream().map(Told::reads).sorted().toList().get(UNDISTURBED - 1))
					.as("reads of a waiter, of %s", releases)
					.isLessThanOrEqualTo(MOST_READS);
				assertExpiryWakesFew();
			}
			finally {
				this.nodes.forEach(ElectionNode::close);
				this.stores.forEach(LeaseStore::close);
			}
		}
	}

	private void start(RedisOfATest server) {
		GroupOptions options = GroupOptions.defaults()
			.withLease(LEASE)
			.withHeartbeat(LEASE.dividedBy(5))
			.withSettings(Map.of("retry-interval", RETRY.toMillis() + "ms", "assume-new", "true"));
		for (int i = 0; i < NODES; i++) {
			if (i % NODES_PER_STORE == 0) {
				this.stores.add(server.store());
			}
			NodeId id = NodeId.of("node-" + i);
			ElectionNode node = ElectionNodeBuilder.forNode(id)
				.members(List.of(new Member(id, URI.create("http://" + id + ":8080"))))
				.leaseStore(this.log.of(this.stores.get(this.stores.size() - 1), () -> this.cut.contains(id.value())))
				.group("default", options)
				.build();
			this.nodes.add(node);
			node.start();
		}
	}

	/** A leader under a higher token than that. */
	private LeaderElector awaitLeader(long token) {
		return Awaitility.await()
			.pollInterval(Duration.ofMillis(2))
			.atMost(PATIENCE)
			.until(() -> electors().stream().filter((each) -> token(each) > token).findFirst().orElse(null),
					(leader) -> leader != null);
	}

	private List<LeaderElector> electors() {
		return this.nodes.stream().map((node) -> node.elector("default")).toList();
	}

	private static long token(LeaderElector elector) {
		return elector.leadership().map(Leadership::fencingToken).orElse(-1L);
	}

	private void awaitAllFollow(LeaderElector leader) {
		NodeId id = leader.status().node();
		Awaitility.await()
			.pollInterval(Duration.ofMillis(5))
			.atMost(PATIENCE)
			.until(() -> electors().stream()
				.allMatch((each) -> each.leader().filter((known) -> known.id().equals(id)).isPresent()));
		assertThat(electors().stream().filter(LeaderElector::isLeader)).containsExactly(leader);
	}

	private void assertWaitersAskOnceInARetryInterval(RedisOfATest server) {
		long before = server.scripts();
		long start = System.nanoTime();
		Awaitility.await().atMost(PATIENCE).until(() -> server.scripts() - before > REQUESTS);
		long count = server.scripts() - before;
		double retries = (System.nanoTime() - start) / (double) RETRY.toNanos();
		// What was held up before is asked at once.
		assertThat((double) count).as("requests in %s retry intervals", retries)
			.isLessThan(ROUGHLY * NODES * (1 + retries));
	}

	private Told release() throws Exception {
		LeaderElector former = awaitLeader(0);
		long token = token(former);
		long start = System.nanoTime();
		former.resign().toCompletableFuture().get();
		awaitAllFollow(awaitLeader(token));
		long end = System.nanoTime();
		List<RequestLog.Sent> sent = this.log.between(start, end);
		long takes = RequestLog.count(sent, Request.Take.class);
		double retries = (end - start) / (double) RETRY.toNanos();
		long reads = RequestLog.count(sent, Request.Read.class);
		return new Told(takes, reads / (NODES * (1 + retries)));
	}

	/** The leader asks on, and reaches nobody. */
	private void assertExpiryWakesFew() {
		LeaderElector former = awaitLeader(0);
		long token = token(former);
		long start = System.nanoTime();
		this.cut.add(former.status().node().value());
		awaitLeader(token);
		long expiry = this.log.since(start)
			.stream()
			.filter((each) -> each.request() instanceof Request.Take)
			.findFirst()
			.orElseThrow()
			.atNanos();
		long end = expiry + RETRY.toNanos();
		Awaitility.await().atMost(PATIENCE).until(() -> System.nanoTime() - end > 0);
		List<RequestLog.Sent> sent = this.log.between(expiry, end);
		assertThat(sent).as("requests in a retry interval after an expiry").hasSizeLessThanOrEqualTo(2 * NODES);
		// A machine that stands still lets the take that is done come later.
		assertThat(RequestLog.takesThatWereDone(this.log.since(expiry))).hasSize(1);
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
