package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.Await;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * How long three processes are without a leader, with the defaults of the library.
 */
public final class FailoverBenchmark {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final String ROUNDS = "rounds";

	private static final String CRASH_DETECTION = "crash-detection";

	private static final String HEAP_MIB = "heap-mib";

	private static final String HAND_OVER = "hand-over";

	private static final String STATE_DIRECTORIES = "state-directories";

	/** With crash detection; 0 for one of five seconds. */
	private static final String LEASE_MILLIS = "lease-millis";

	private final int rounds;

	private final String transport;

	private final boolean detecting;

	/** Of each process, touched before it starts; 0 for that of the sample. */
	private final int heapMib;

	private final boolean stateDirectories;

	private final Duration lease;

	private FailoverBenchmark(int rounds, String transport, boolean detecting, int heapMib, boolean stateDirectories,
			int leaseMillis) {
		if (heapMib < 0 || heapMib > 0 && !detecting) {
			throw new IllegalArgumentException("--" + HEAP_MIB + ' ' + heapMib
					+ " does nothing: give a number above 0, and --" + CRASH_DETECTION + " beside it");
		}
		this.rounds = rounds;
		this.transport = transport;
		this.detecting = detecting;
		this.heapMib = heapMib;
		this.stateDirectories = stateDirectories;
		this.lease = detecting ? Duration.ofMillis(leaseMillis) : LEASE;
	}

	public static void main(String[] args) throws IOException {
		Options options = Options.parse("failover", args, Map.of(ROUNDS, 20, HEAP_MIB, 0, LEASE_MILLIS, 5000),
				Set.of(CRASH_DETECTION, HAND_OVER, STATE_DIRECTORIES));
		FailoverBenchmark benchmark = new FailoverBenchmark(options.number(ROUNDS), options.transport(),
				options.flags().contains(CRASH_DETECTION), options.number(HEAP_MIB),
				options.flags().contains(STATE_DIRECTORIES), options.number(LEASE_MILLIS));
		Report report = new Report();
		if (benchmark.detecting) {
			benchmark.detected(report);
		}
		else if (options.flags().contains(HAND_OVER)) {
			benchmark.handedOver(report);
		}
		else {
			benchmark.all(report);
		}
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	/** A crash that the others learn of does not cost the lease. */
	private void detected(Report report) {
		Figures killed;
		try (Cluster cluster = Cluster.start(spec("benchmark-failover"))) {
			killed = measure("kill -9", cluster, NodeProcess::kill);
			requireOneLeaderAtATime(cluster);
		}
		if (this.heapMib > 0) {
			report.row("kill -9 to grant, crash detected, " + this.heapMib + " MiB of heap touched, ms", killed);
			return;
		}
		report.row("kill -9 to grant, crash detected, ms", killed);
		report.target("kill -9, crash detected, median, ms", killed.median(), 50);
		report.target("kill -9, crash detected, worst, ms", killed.worst(), 150);
	}

	private void handedOver(Report report) {
		try (Cluster cluster = Cluster.start(spec("benchmark-failover"))) {
			report(report, measure("SIGTERM", cluster, NodeProcess::requestTermination));
			requireOneLeaderAtATime(cluster);
		}
	}

	private static void report(Report report, Figures terminated) {
		report.row("SIGTERM to grant, ms", terminated);
		report.target("SIGTERM, median, ms", terminated.median(), 10);
		report.target("SIGTERM, p95, ms", terminated.p95(), 25);
	}

	private void all(Report report) {
		Figures killed;
		Figures terminated;
		try (Cluster cluster = Cluster.start(spec("benchmark-failover"))) {
			killed = measure("kill -9", cluster, NodeProcess::kill);
			terminated = measure("SIGTERM", cluster, NodeProcess::requestTermination);
			requireOneLeaderAtATime(cluster);
		}
		Figures coldStart = coldStarts();
		report.row("kill -9 to grant, ms", killed);
		report.row("second start to grant, ms", coldStart);
		report.target("kill -9, median, ms", killed.median(), 1.05 * LEASE.toMillis());
		report.target("kill -9, worst, ms", killed.worst(), 1.5 * LEASE.toMillis());
		report(report, terminated);
		report.target("cold start, worst, ms", coldStart.worst(), 2 * LEASE.toMillis());
	}

	private ClusterSpec spec(String name) {
		return ClusterSpec.ofThree(name)
			.withLease(this.lease)
			.withStateDirectories(this.stateDirectories)
			.withOptions((this.heapMib > 0)
					? List.of("-Xms" + this.heapMib + 'm', "-Xmx" + this.heapMib + 'm', "-XX:+AlwaysPreTouch")
					: List.of())
			.with("leader-election.crash-detection", this.detecting ? "connection" : "none")
			.withoutPartitions()
			.with("sample.customers.every", "1h")
			// A leader that stops waits for its running job, for two seconds here.
			.with("sample.jobs.close-books.every", "1h")
			.with("leader-election.transport.type", this.transport);
	}

	/** From the stamp before the signal to the stamp after the first yes of another. */
	private Figures measure(String name, Cluster cluster, ToLongFunction<NodeProcess> signal) {
		List<Double> millis = new ArrayList<>();
		for (int round = 1; round <= this.rounds; round++) {
			long old = System.nanoTime() + this.lease.multipliedBy(6).dividedBy(5).toNanos();
			cluster.awaitAllVoting();
			// A node that knows its state votes at once, and is not slower for that.
			Await.until(() -> "nodes as old as those without directories", this.lease.multipliedBy(3),
					() -> !this.stateDirectories || System.nanoTime() - old >= 0);
			Leader before = cluster.awaitLeader();
			long sent = signal.applyAsLong(before.node());
			long granted = cluster.awaitGrantQuietly(before.token());
			millis.add((granted - sent) / 1e6);
			tell(name, round, millis);
			before.node().awaitExit();
			cluster.awaitLeaderAfter(before);
			cluster.start(List.of(before.node()));
		}
		return new Figures(millis);
	}

	private Figures coldStarts() {
		List<Double> millis = new ArrayList<>();
		for (int round = 1; round <= this.rounds; round++) {
			try (Cluster cluster = Cluster.start(spec("benchmark-cold-start"))) {
				long secondStart = cluster.nodes()
					.stream()
					.flatMap((node) -> node.happenings().stream())
					.filter((happening) -> happening.kind() == Kind.STARTED)
					.mapToLong(Happening::at)
					.sorted()
					.skip(1)
					.findFirst()
					.orElseThrow();
				millis.add((cluster.awaitGrantQuietly(0) - secondStart) / 1e6);
				tell("cold start", round, millis);
				requireOneLeaderAtATime(cluster);
			}
		}
		return new Figures(millis);
	}

	private void tell(String name, int round, List<Double> millis) {
		System.out.printf("%-12s %2d of %d: %8.1f ms%n", name, round, this.rounds, millis.get(millis.size() - 1));
	}

	private static void requireOneLeaderAtATime(Cluster cluster) {
		if (!cluster.overlaps().isEmpty()) {
			throw new IllegalStateException("Two led at once: " + cluster.overlaps());
		}
	}

}
