package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.github.leaderelection.probe.GroupsFile.Sample;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * What assignments cost five processes at rest, beside five of the same application that
 * say nothing of partitions. All idle at once, so that what else the machine does slows
 * all alike.
 */
public final class AssignmentCostBenchmark {

	private static final int NODES = 5;

	private static final String PARTITIONS = "partitions";

	private static final String ROUNDS = "rounds";

	private static final String SETTLE = "settle-seconds";

	private static final String WINDOW = "window-seconds";

	private final Options options;

	private final Report report = new Report();

	private AssignmentCostBenchmark(Options options) {
		this.options = options;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Options options = Options.parse("assignment-cost", args,
				Map.of(PARTITIONS, 1024, ROUNDS, 5, SETTLE, 60, WINDOW, 60), Set.of());
		AssignmentCostBenchmark benchmark = new AssignmentCostBenchmark(options);
		benchmark.measure();
		benchmark.report.print();
		benchmark.report.write(options.json());
		System.exit((options.check() && !benchmark.report.isMet()) ? 1 : 0);
	}

	private void measure() throws IOException, InterruptedException {
		int most = this.options.number(PARTITIONS);
		try (Side alone = new Side(0); Side one = new Side(1); Side many = new Side(most)) {
			List<Side> sides = List.of(alone, one, many);
			// What start-up left to do, compilation above all, is not idling.
			sleep(SETTLE);
			int tries = this.options.number(ROUNDS);
			for (int round = 1; round <= this.options.number(ROUNDS); round++) {
				sides.forEach(Side::begin);
				sleep(WINDOW);
				sides.forEach(Side::end);
				if (sides.stream().allMatch(Side::rested)) {
					sides.forEach(Side::count);
					System.out.printf("%d of %d: %s%n", round, this.options.number(ROUNDS), sides);
				}
				else if (--tries < 0) {
					throw new IllegalStateException("Leadership moved again and again while all should rest");
				}
				else {
					round--;
				}
			}
			for (Side side : sides) {
				this.report.row("leader, CPU ms a minute, " + side.name(), new Figures(side.leaderCpu));
				this.report.row("others, CPU ms a minute, " + side.name(), new Figures(side.otherCpu));
				this.report.row("messages a second, " + side.name(), new Figures(side.messages));
				this.report.row("KB a second, " + side.name(), new Figures(side.kilobytes));
				this.report.value("leader, KiB of heap after GC, " + side.name(), side.leaderHeap());
			}
			double sentOne = moreThan(one.messages, alone.messages) / (NODES - 1);
			double sentMany = moreThan(many.messages, alone.messages) / (NODES - 1);
			this.report.target("messages a second of a worker beside the leader", sentMany, 6);
			this.report.target(most + " partitions instead of 1, % of messages more", 100 * (sentMany / sentOne - 1),
					5);
			this.report.target("leader, CPU ms a minute more", moreThan(many.leaderCpu, alone.leaderCpu), 300);
			this.report.target("leader, KiB of heap more", many.leaderHeap() - alone.leaderHeap(), 1024);
		}
	}

	/** The median of what each round saw more. */
	private static double moreThan(List<Double> these, List<Double> those) {
		List<Double> more = new ArrayList<>();
		for (int round = 0; round < these.size(); round++) {
			more.add(these.get(round) - those.get(round));
		}
		return new Figures(more).median();
	}

	private void sleep(String seconds) throws InterruptedException {
		Thread.sleep(Duration.ofSeconds(this.options.number(seconds)).toMillis());
	}

	/** Five processes with as many partitions, none for the election alone. */
	private static final class Side implements AutoCloseable {

		private final int partitions;

		private final Cluster cluster;

		private final List<GroupsNode> nodes = new ArrayList<>();

		private final List<Double> leaderCpu = new ArrayList<>();

		private final List<Double> otherCpu = new ArrayList<>();

		private final List<Double> messages = new ArrayList<>();

		private final List<Double> kilobytes = new ArrayList<>();

		private long begun;

		private long ended;

		private List<Duration> before = List.of();

		private List<Duration> after = List.of();

		Side(int partitions) throws InterruptedException {
			this.partitions = partitions;
			String name = "benchmark-assignment-cost-" + partitions;
			ClusterSpec spec = ClusterSpec.ofThree(name)
				.withSize(NODES)
				.withLease(Duration.ofSeconds(1))
				.withIdleApplication();
			this.cluster = new Cluster((partitions == 0) ? spec : spec.with("leader-election.ownership.lease", "3s")
				.with("leader-election.assignments.orders.partitions", Integer.toString(partitions)));
			Path directory = Libraries.directory(name);
			for (NodeProcess place : this.cluster.nodes()) {
				this.nodes.add(GroupsNode.start(place, directory.resolve(place.name())));
			}
			for (GroupsNode node : this.nodes) {
				node.process().awaitStartUpMillis();
			}
		}

		void begin() {
			this.before = this.nodes.stream().map((node) -> node.process().cpu()).toList();
			this.begun = System.nanoTime();
		}

		void end() {
			this.after = this.nodes.stream().map((node) -> node.process().cpu()).toList();
			this.ended = System.nanoTime();
		}

		/** Whether the same process led all the while. */
		boolean rested() {
			GroupsLed led = new GroupsLed(this.nodes.stream().map(GroupsNode::samples).toList());
			return led.lost(this.begun, this.ended) == 0;
		}

		void count() {
			double minutes = (this.ended - this.begun) / 60e9;
			int leader = this.nodes.indexOf(leader());
			double others = 0;
			for (int i = 0; i < NODES; i++) {
				double cpu = this.after.get(i).minus(this.before.get(i)).toMillis() / minutes;
				if (i == leader) {
					this.leaderCpu.add(cpu);
				}
				else {
					others += cpu / (NODES - 1);
				}
			}
			this.otherCpu.add(others);
			this.messages.add(perSecond(Sample::messages));
			this.kilobytes.add(perSecond(Sample::bytes) / 1000);
		}

		private double perSecond(ToLongFunction<Sample> what) {
			double sum = 0;
			for (GroupsNode node : this.nodes) {
				List<Sample> within = node.samples()
					.stream()
					.filter((sample) -> sample.at() >= this.begun && sample.at() <= this.ended)
					.toList();
				Sample first = within.get(0);
				Sample last = within.get(within.size() - 1);
				sum += (what.applyAsLong(last) - what.applyAsLong(first)) / ((last.at() - first.at()) / 1e9);
			}
			return sum;
		}

		private GroupsNode leader() {
			return this.nodes.stream().max(Comparator.comparingInt(GroupsNode::ledNow)).orElseThrow();
		}

		double leaderHeap() {
			return leader().process().heapAfterGcKib();
		}

		String name() {
			return (this.partitions == 0) ? "election alone" : this.partitions + " partitions";
		}

		@Override
		public String toString() {
			int last = this.messages.size() - 1;
			return String.format("[%s: leader %.0f ms/min, others %.0f, messages %.1f/s]", name(),
					this.leaderCpu.get(last), this.otherCpu.get(last), this.messages.get(last));
		}

		@Override
		public void close() {
			for (GroupsNode node : this.nodes) {
				try {
					node.process().kill();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			}
			this.cluster.close();
		}

	}

}
