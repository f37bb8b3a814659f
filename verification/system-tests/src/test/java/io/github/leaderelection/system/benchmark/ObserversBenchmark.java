package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.slf4j.LoggerFactory;

/**
 * What many observers in one virtual machine cost the leader of three processes, and how
 * soon they know another leader.
 */
public final class ObserversBenchmark {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final String OBSERVERS = "observers";

	private static final int SECONDS_BETWEEN_CHANGES = 8;

	private static final int TURNS_BETWEEN_CHANGES = 3;

	private static final String ROUNDS = "rounds";

	private static final String CHANGES = "changes";

	private static final String SETTLE = "settle-seconds";

	private static final String WINDOW = "window-seconds";

	private static final List<String> HEAP = List.of("-Xms96m", "-Xmx96m");

	private final Options options;

	private final Report report = new Report();

	private final List<Double> without = new ArrayList<>();

	private final List<Double> with = new ArrayList<>();

	private final List<Double> shares = new ArrayList<>();

	private ObserversBenchmark(Options options) {
		this.options = options;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		// Two lines of each observer at each change would be measured, too.
		((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
		Options options = Options.parse("observers", args,
				Map.of(OBSERVERS, 500, ROUNDS, 3, CHANGES, 5, SETTLE, 20, WINDOW, 20));
		ObserversBenchmark benchmark = new ObserversBenchmark(options);
		if (options.number(ROUNDS) > 0) {
			benchmark.measureCost();
		}
		if (options.number(CHANGES) > 0) {
			benchmark.measureChanges();
		}
		benchmark.report.print();
		benchmark.report.write(options.json());
		System.exit((options.check() && !benchmark.report.isMet()) ? 1 : 0);
	}

	private static ClusterSpec spec(String name) {
		return ClusterSpec.ofThree(name).withLease(LEASE).withIdleApplication();
	}

	/** Of processes that nothing else asks anything. */
	private void measureCost() throws IOException, InterruptedException {
		String name = "benchmark-observers";
		Path directory = Libraries.emptyDirectory(name);
		List<MeasuredProcess> processes = new ArrayList<>();
		try (Cluster cluster = new Cluster(spec(name))) {
			for (NodeProcess node : cluster.nodes()) {
				processes.add(MeasuredProcess.start(node, directory.resolve(node.name()), HEAP, List.of()));
			}
			for (MeasuredProcess process : processes) {
				process.awaitStartUpMillis();
			}
			MeasuredProcess leader = processes.get(leaderOf(cluster));
			// What start-up left to do, compilation above all, is not idling.
			sleep(2 * this.options.number(SETTLE));
			for (int round = 1; round <= this.options.number(ROUNDS); round++) {
				measurePair(round, cluster, leader);
			}
		}
		finally {
			for (MeasuredProcess process : processes) {
				process.end();
			}
		}
		Figures most = new Figures(this.shares);
		this.report.row("leader's CPU, ms a minute, without", new Figures(this.without));
		this.report.row("leader's CPU, ms a minute, with", new Figures(this.with));
		this.report.row("largest share of a member, %", most);
		this.report.target("leader's CPU with observers, times that without",
				new Figures(this.with).median() / new Figures(this.without).median(), 1.5);
		this.report.target("largest share of a member, %", most.median(), 45);
	}

	private static int leaderOf(Cluster cluster) throws InterruptedException {
		try (ObserverCrowd one = new ObserverCrowd(cluster.nodes(), 1)) {
			String leader = one.awaitLeader().id().value();
			List<String> names = cluster.nodes().stream().map(NodeProcess::name).toList();
			return names.indexOf(leader);
		}
	}

	private void measurePair(int round, Cluster cluster, MeasuredProcess leader) throws InterruptedException {
		sleep(this.options.number(SETTLE));
		this.without.add(cpuMillisAMinute(leader));
		try (ObserverCrowd crowd = new ObserverCrowd(cluster.nodes(), this.options.number(OBSERVERS))) {
			crowd.awaitLeader();
			sleep(this.options.number(SETTLE));
			this.with.add(cpuMillisAMinute(leader));
			Map<String, Integer> spread = crowd.spread();
			this.shares.add(100.0 * Collections.max(spread.values()) / this.options.number(OBSERVERS));
			System.out.printf("%d of %d: leader's CPU, ms a minute: without %.0f, with %.0f; links %s%n", round,
					this.options.number(ROUNDS), last(this.without), last(this.with), spread);
		}
	}

	private static double last(List<Double> values) {
		return values.get(values.size() - 1);
	}

	private double cpuMillisAMinute(MeasuredProcess process) throws InterruptedException {
		Duration before = process.cpu();
		long begun = System.nanoTime();
		sleep(this.options.number(WINDOW));
		double minutes = (System.nanoTime() - begun) / 60e9;
		return process.cpu().minus(before).toMillis() / minutes;
	}

	/** Of processes that write down when they answer that they lead. */
	private void measureChanges() throws InterruptedException {
		try (Cluster cluster = Cluster.start(spec("benchmark-observed-changes"));
				ObserverCrowd crowd = new ObserverCrowd(cluster.nodes(), this.options.number(OBSERVERS))) {
			Figures killed = changes("kill -9", cluster, crowd, NodeProcess::kill);
			Figures terminated = changes("SIGTERM", cluster, crowd, NodeProcess::requestTermination);
			this.report.row("known after kill -9, ms", killed);
			this.report.row("known after SIGTERM, ms", terminated);
			this.report.target("leader known after kill -9, median, ms", killed.median(), 300);
			this.report.target("leader known after SIGTERM, median, ms", terminated.median(), 300);
		}
	}

	/** From the first yes of the new leader until each observer hears of it. */
	private Figures changes(String name, Cluster cluster, ObserverCrowd crowd, ToLongFunction<NodeProcess> signal)
			throws InterruptedException {
		List<Double> millis = new ArrayList<>();
		for (int change = 1; change <= this.options.number(CHANGES); change++) {
			cluster.awaitAllVoting();
			Leader before = cluster.awaitLeader();
			// A member that has just started has few links until observers draw another
			// one.
			for (int turn = 1; turn <= TURNS_BETWEEN_CHANGES; turn++) {
				crowd.moveOn();
			}
			crowd.awaitLeader();
			// The start of a process and new links are no part of the next change.
			sleep(SECONDS_BETWEEN_CHANGES);
			Map<String, Integer> spread = crowd.spread();
			signal.applyAsLong(before.node());
			long granted = cluster.awaitGrantAbove(before.token());
			List<Double> heard = crowd.awaitHeardAbove(before.token())
				.stream()
				.map((at) -> (at - granted) / 1e6)
				.toList();
			millis.addAll(heard);
			Figures figures = new Figures(heard);
			System.out.printf("%s %d: known after %.0f ms, median; %.0f ms, p95; %.0f ms, worst; links before %s%n",
					name, change, figures.median(), figures.p95(), figures.worst(), spread);
			before.node().awaitExit();
			cluster.awaitLeaderAfter(before);
			cluster.start(List.of(before.node()));
		}
		return new Figures(millis);
	}

	private static void sleep(int seconds) throws InterruptedException {
		Thread.sleep(Duration.ofSeconds(seconds).toMillis());
	}

}
