package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;

import io.github.leaderelection.system.Http;
import io.github.leaderelection.system.cluster.Await;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;

/**
 * How long three processes that lead by a lease in a store are without a leader.
 */
public final class StoreFailoverBenchmark {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration RETRY = LEASE.dividedBy(10);

	private static final Duration BACK_LIMIT = LEASE.multipliedBy(2).plus(RETRY);

	/** Longer than health waits until it says that nobody leads. */
	private static final Duration OUTAGE = LEASE.multipliedBy(10);

	private static final Duration LIMIT = Duration.ofMinutes(2);

	/** By then a process has compiled what it does often. */
	private static final Duration WARM = Duration.ofSeconds(20);

	private static final String ROUNDS = "rounds";

	private static final String WARM_ROUNDS = "warm-rounds";

	private static final String STORE = "store";

	private static final String HAND_OVER = "hand-over";

	/** Those that tell of a release. */
	private static final Set<String> TELLING = Set.of("postgresql", "redis", "etcd", "zookeeper", "kubernetes");

	private final int rounds;

	private final StoreServer server;

	private final Cluster cluster;

	private StoreFailoverBenchmark(int rounds, StoreServer server, Cluster cluster) {
		this.rounds = rounds;
		this.server = server;
		this.cluster = cluster;
	}

	public static void main(String[] args) throws IOException {
		Options options = Options.parse("failover-store", args, Map.of(ROUNDS, 20, WARM_ROUNDS, 5), Set.of(HAND_OVER),
				Set.of(STORE));
		String store = options.texts().getOrDefault(STORE, "h2");
		Report report = new Report();
		try (StoreServer server = StoreServers.start(store, Libraries.emptyDirectory("benchmark-server-" + store));
				Cluster cluster = Cluster.start(spec(server, store))) {
			StoreFailoverBenchmark benchmark = new StoreFailoverBenchmark(options.number(ROUNDS), server, cluster);
			benchmark.measureHandOver(report, TELLING.contains(store), options.number(WARM_ROUNDS));
			if (!options.flags().contains(HAND_OVER)) {
				benchmark.measureFaults(report);
			}
			report.value("two led at once", cluster.overlaps().size());
			report.value("tokens out of order", outOfOrder(cluster.grants()));
			report.value("leaderships", cluster.grants().size());
			report.target("two led at once", cluster.overlaps().size(), 0);
			report.target("tokens out of order", outOfOrder(cluster.grants()), 0);
		}
		System.out
			.println("\nStore: " + store + ", lease " + LEASE.toMillis() + " ms, retry " + RETRY.toMillis() + " ms");
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private static ClusterSpec spec(StoreServer server, String store) {
		return server.leading(ClusterSpec.ofThree("benchmark-by-" + store)
			.withLease(LEASE)
			.withoutPartitions()
			.with("leader-election.retry-interval", RETRY.toMillis() + "ms")
			// A leader that stops waits for its running job, for two seconds here.
			.with("sample.jobs.close-books.every", "1h")
			.with("leader-election.heartbeat-interval", LEASE.dividedBy(5).toMillis() + "ms"));
	}

	private void measureHandOver(Report report, boolean tells, int warmRounds) {
		double quick = tells ? 30 : 0.6 * RETRY.toMillis();
		Figures terminated = after("SIGTERM", this.rounds, Duration.ZERO, NodeProcess::requestTermination);
		report.row("SIGTERM to grant, ms", terminated);
		report.target("SIGTERM, median, ms", terminated.median(), quick);
		if (warmRounds > 0) {
			Figures warm = after("SIGTERM warm", warmRounds, WARM, NodeProcess::requestTermination);
			report.row("SIGTERM to grant, warm, ms", warm);
			report.target("SIGTERM warm, median, ms", warm.median(), tells ? 20 : quick);
		}
	}

	private void measureFaults(Report report) throws IOException {
		Figures killed = after("kill -9", this.rounds, Duration.ZERO, NodeProcess::kill);
		report.row("kill -9 to grant, ms", killed);
		report.target("kill -9, median, ms", killed.median(), LEASE.toMillis());
		report.target("kill -9, worst, ms", killed.worst(), LEASE.plus(RETRY).toMillis());
		Figures stopped = stopped();
		report.row("SIGSTOP to grant, ms", stopped);
		report.target("SIGSTOP, worst, ms", stopped.worst(), LEASE.plus(RETRY).toMillis());
		Figures back = serverKilled();
		report.row("server back to grant, ms", back);
		report.target("server back, worst, ms", back.worst(), BACK_LIMIT.toMillis());
		measureLongOutage(report);
	}

	/** From the stamp before the signal to the stamp after the first yes of another. */
	private Figures after(String name, int times, Duration age, ToLongFunction<NodeProcess> signal) {
		List<Double> millis = new ArrayList<>();
		for (int round = 1; round <= times; round++) {
			// Whoever started last has just looked: at once would be long before its next
			// look.
			long old = System.nanoTime() + age.toNanos() + ThreadLocalRandom.current().nextLong(RETRY.toNanos());
			Await.until(() -> "an old process", LIMIT, () -> System.nanoTime() - old >= 0);
			Leader before = this.cluster.awaitLeader();
			long sent = signal.applyAsLong(before.node());
			millis.add((this.cluster.awaitGrantQuietly(before.token()) - sent) / 1e6);
			tell(name, round, times, millis);
			before.node().awaitExit();
			this.cluster.awaitLeaderAfter(before);
			this.cluster.start(List.of(before.node()));
		}
		return new Figures(millis);
	}

	private Figures stopped() {
		List<Double> millis = new ArrayList<>();
		for (int round = 1; round <= this.rounds; round++) {
			Leader before = this.cluster.awaitLeader();
			long sent = System.nanoTime();
			before.node().pause();
			millis.add((this.cluster.awaitGrantQuietly(before.token()) - sent) / 1e6);
			tell("SIGSTOP", round, this.rounds, millis);
			long past = sent + LEASE.multipliedBy(3).dividedBy(2).toNanos();
			Await.until(() -> "the end of the lease", LIMIT, () -> System.nanoTime() - past > 0);
			before.node().resume();
			this.cluster.awaitLeaderAfter(before);
		}
		return new Figures(millis);
	}

	/** From when the server takes connections again. */
	private Figures serverKilled() {
		List<Double> millis = new ArrayList<>();
		for (int round = 1; round <= this.rounds; round++) {
			Leader before = this.cluster.awaitLeader();
			this.server.kill();
			Await.until(() -> "no leader", LIMIT, () -> this.cluster.leading().isEmpty());
			this.server.startAgain();
			long back = System.nanoTime();
			millis.add((this.cluster.awaitGrantQuietly(before.token()) - back) / 1e6);
			tell("server", round, this.rounds, millis);
			this.cluster.awaitLeaderAfter(before);
		}
		return new Figures(millis);
	}

	/** At its end everybody says why nobody leads. */
	private void measureLongOutage(Report report) throws IOException {
		Leader before = this.cluster.awaitLeader();
		this.server.kill();
		long end = System.nanoTime() + OUTAGE.toNanos();
		Await.until(() -> "ten leases", LIMIT, () -> System.nanoTime() - end >= 0);
		boolean isLed = !this.cluster.leading().isEmpty();
		int silent = 0;
		for (NodeProcess node : this.cluster.nodes()) {
			String health = node.isAlive() ? Http.text(node, "/actuator/health") : "";
			silent += health.contains("The store is ") ? 0 : 1;
		}
		this.server.startAgain();
		long back = System.nanoTime();
		Figures away = new Figures(List.of((this.cluster.awaitGrantQuietly(before.token()) - back) / 1e6));
		report.row("server back after ten leases, ms", away);
		report.target("somebody leads after ten leases without a server", isLed ? 1 : 0, 0);
		report.target("nodes that ended, or whose health does not name the store", silent, 0);
		report.target("server back after ten leases, ms", away.worst(), BACK_LIMIT.toMillis());
		this.cluster.awaitLeaderAfter(before);
	}

	private static long outOfOrder(List<Long> tokens) {
		long wrong = 0;
		for (int i = 1; i < tokens.size(); i++) {
			if (tokens.get(i) <= tokens.get(i - 1)) {
				wrong++;
			}
		}
		return wrong;
	}

	private static void tell(String name, int round, int rounds, List<Double> millis) {
		System.out.printf("%-12s %2d of %d: %8.1f ms%n", name, round, rounds, millis.get(millis.size() - 1));
	}

}
