package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;

/**
 * What an idle follower costs, beside the same jar with
 * {@code leader-election.enabled=false}. Two other nodes run all the time, one of which
 * leads; of the two processes that are measured one takes the place of the third, the
 * other runs apart. Both load classes from an archive that a run of the third node makes
 * first, so that those of the store and of its driver are in it as the election's are.
 */
public final class CostBenchmark {

	private static final String RUNS = "runs";

	private static final String SETTLE = "settle-seconds";

	private static final String STORE = "store";

	private static final String WINDOW = "window-seconds";

	private static final List<String> HEAP = List.of("-Xms64m", "-Xmx64m");

	private final Options options;

	private final NodeProcess third;

	private final Path archive = directory("training").resolve("classes.jsa");

	private CostBenchmark(NodeProcess third, Options options) {
		this.third = third;
		this.options = options;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Options options = Options.parse("cost", args, Map.of(RUNS, 7, SETTLE, 75, WINDOW, 20), Set.of(), Set.of(STORE));
		String store = options.texts().get(STORE);
		if (store == null) {
			measure(options, spec(options), 250, 150);
			return;
		}
		// with the defaults of a store
		try (StoreServer server = StoreServers.start(store, Libraries.emptyDirectory("benchmark-server-" + store))) {
			measure(options, server.leading(spec(options).withLease(Duration.ofSeconds(10))), 200, 100);
		}
	}

	private static ClusterSpec spec(Options options) {
		return ClusterSpec.ofThree("benchmark-cost")
			.withLease(Duration.ofSeconds(1))
			.with("leader-election.transport.type", options.transport())
			.withIdleApplication();
	}

	private static void measure(Options options, ClusterSpec spec, double mostCpu, double mostStartUp)
			throws IOException, InterruptedException {
		Costs with = new Costs();
		Costs without = new Costs();
		try (Cluster cluster = new Cluster(spec)) {
			cluster.start(cluster.nodes().subList(0, 2));
			cluster.awaitLeader();
			CostBenchmark benchmark = new CostBenchmark(cluster.nodes().get(2), options);
			benchmark.train();
			for (int run = 1; run <= options.number(RUNS); run++) {
				benchmark.measurePair(run, with, without);
				System.out.printf("%d of %d: without %s, with %s%n", run, options.number(RUNS), without.last(),
						with.last());
			}
		}
		Report report = new Report();
		with.report(report, "with");
		without.report(report, "without");
		report.row("start-up, ms more, of a pair", with.startUpMoreThan(without));
		report.target("CPU of an idle follower, ms a minute more", with.cpu().median() - without.cpu().median(),
				mostCpu);
		report.target("heap after GC, KiB more", with.heap().median() - without.heap().median(), 8 * 1024);
		report.target("start-up, ms more", with.startUp().median() - without.startUp().median(), mostStartUp);
		System.out.printf("CPU is taken over %d s, %d s after the start, and scaled to a minute.%n",
				options.number(WINDOW), options.number(SETTLE));
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private void train() throws IOException, InterruptedException {
		Files.deleteIfExists(this.archive);
		MeasuredProcess trained = MeasuredProcess.start(this.third, directory("training"),
				List.of("-XX:ArchiveClassesAtExit=" + this.archive), List.of());
		trained.awaitStartUpMillis();
		trained.end();
		if (!Files.exists(this.archive)) {
			throw new IllegalStateException("The end of the node did not make " + this.archive);
		}
	}

	/**
	 * They start one after the other, now this first and now that, and idle side by side.
	 */
	private void measurePair(int run, Costs with, Costs without) throws InterruptedException {
		List<MeasuredProcess> pair = new ArrayList<>();
		try {
			double[] startUps = new double[2];
			for (int i = 0; i < 2; i++) {
				boolean enabled = (run + i) % 2 == 0;
				MeasuredProcess process = start(run, enabled);
				pair.add(enabled ? pair.size() : 0, process);
				startUps[enabled ? 1 : 0] = process.awaitStartUpMillis();
			}
			// What start-up left to do, compilation above all, is not idling.
			Thread.sleep(Duration.ofSeconds(this.options.number(SETTLE)).toMillis());
			double[] cpus = cpuMillisAMinute(pair);
			without.add(new Cost(cpus[0], pair.get(0).heapAfterGcKib(), startUps[0]));
			with.add(new Cost(cpus[1], pair.get(1).heapAfterGcKib(), startUps[1]));
		}
		finally {
			for (MeasuredProcess process : pair) {
				process.end();
			}
		}
	}

	private MeasuredProcess start(int run, boolean enabled) {
		List<String> options = new ArrayList<>(HEAP);
		options.add("-XX:SharedArchiveFile=" + this.archive);
		return MeasuredProcess.start(this.third, directory((enabled ? "with-" : "without-") + run), options,
				enabled ? List.of()
						: List.of("--leader-election.enabled=false", "--server.port=0", "--leader-election.store="));
	}

	private static Path directory(String name) {
		return Path.of(System.getProperty("basedir", ""), "target", "processes", "benchmark-cost", name)
			.toAbsolutePath();
	}

	private double[] cpuMillisAMinute(List<MeasuredProcess> pair) throws InterruptedException {
		List<Duration> before = pair.stream().map(MeasuredProcess::cpu).toList();
		long begun = System.nanoTime();
		Thread.sleep(Duration.ofSeconds(this.options.number(WINDOW)).toMillis());
		double minutes = (System.nanoTime() - begun) / 60e9;
		double[] millis = new double[pair.size()];
		for (int i = 0; i < millis.length; i++) {
			millis[i] = pair.get(i).cpu().minus(before.get(i)).toMillis() / minutes;
		}
		return millis;
	}

	/**
	 * What one process cost.
	 *
	 * @param cpu milliseconds of CPU a minute
	 * @param heap KiB of heap after garbage collection
	 * @param startUp milliseconds from the start of the JVM until the application ran
	 */
	private record Cost(double cpu, double heap, double startUp) {

		@Override
		public String toString() {
			return String.format("[cpu %.0f ms/min, heap %.0f KiB, start-up %.0f ms]", this.cpu, this.heap,
					this.startUp);
		}

	}

	private static final class Costs {

		private final List<Cost> all = new ArrayList<>();

		void add(Cost cost) {
			this.all.add(cost);
		}

		Cost last() {
			return this.all.get(this.all.size() - 1);
		}

		Figures cpu() {
			return new Figures(this.all.stream().map(Cost::cpu).toList());
		}

		Figures heap() {
			return new Figures(this.all.stream().map(Cost::heap).toList());
		}

		Figures startUp() {
			return new Figures(this.all.stream().map(Cost::startUp).toList());
		}

		/** Those of a pair start one after the other: what slows one slows both. */
		Figures startUpMoreThan(Costs others) {
			return new Figures(IntStream.range(0, this.all.size())
				.mapToObj((run) -> this.all.get(run).startUp() - others.all.get(run).startUp())
				.toList());
		}

		void report(Report report, String name) {
			report.row("CPU, ms a minute, " + name, cpu());
			report.row("heap after GC, KiB, " + name, heap());
			report.row("start-up, ms, " + name, startUp());
		}

	}

}
