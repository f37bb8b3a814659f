package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.probe.GroupsFile.Sample;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;

/**
 * What many groups cost on three nodes: how soon all are led after the start and after a
 * {@code kill -9} of the node that leads them, what is sent, CPU, and heap.
 */
public final class GroupsBenchmark {

	private static final String GROUPS = "groups";

	private static final String STATE = "state-directories";

	private static final String LEASE = "lease-millis";

	private static final String SETTLE = "settle-seconds";

	private static final String WINDOW = "window-seconds";

	private static final String LIMIT = "limit-seconds";

	private final Options options;

	private final List<GroupsNode> nodes = new ArrayList<>();

	private GroupsBenchmark(Options options) {
		this.options = options;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Options options = Options.parse("groups", args, Map.of(LEASE, 3000, SETTLE, 20, WINDOW, 20, LIMIT, 45),
				Set.of(STATE), Set.of(GROUPS));
		Report report = new Report();
		List<GroupsCost> costs = new ArrayList<>();
		System.out.println(GroupsCost.HEADER);
		for (String groups : options.texts().getOrDefault(GROUPS, "1,10,100,300,1000").split(",")) {
			GroupsCost cost = new GroupsBenchmark(options).measure(Integer.parseInt(groups));
			System.out.println(cost.row());
			costs.add(cost);
		}
		for (GroupsCost cost : costs) {
			String prefix = cost.groups() + " groups, ";
			report.target(prefix + "all led after the last start, ms", cost.ledMillis(), 5000);
			report.target(prefix + "all led again after kill -9, ms", cost.failoverMillis(), 2 * options.number(LEASE));
			report.target(prefix + "leaderships lost at rest", cost.lost(), 0);
			if (cost != costs.get(0)) {
				report.target(prefix + "MiB of heap more than with " + costs.get(0).groups(),
						cost.heap() - costs.get(0).heap(), 100);
			}
		}
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private GroupsCost measure(int groups) throws IOException, InterruptedException {
		String name = "benchmark-groups-" + groups;
		Path directory = Libraries.directory(name);
		try (Cluster cluster = new Cluster(spec(name, groups))) {
			Path configuration = directory.resolve("groups.properties");
			Files.createDirectories(directory);
			Files.writeString(configuration, configuration(groups));
			cluster.nodes()
				.forEach((place) -> this.nodes.add(GroupsNode.start(place, directory.resolve(place.name()))));
			for (GroupsNode node : this.nodes) {
				node.process().awaitStartUpMillis();
			}
			return measureStarted(groups);
		}
		finally {
			for (GroupsNode node : this.nodes) {
				node.process().end();
			}
		}
	}

	private ClusterSpec spec(String name, int groups) {
		return ClusterSpec.ofThree(name)
			.withStateDirectories(this.options.flags().contains(STATE))
			.withLease(Duration.ofMillis(this.options.number(LEASE)))
			.with("spring.config.additional-location",
					Libraries.directory(name).resolve("groups.properties").toString())
			.withIdleApplication();
	}

	/** Beside the default group. */
	private String configuration(int groups) {
		StringBuilder properties = new StringBuilder();
		properties.append("leader-election.transport.type=").append(this.options.transport()).append('\n');
		properties.append("leader-election.heartbeat-interval=").append(this.options.number(LEASE) / 10).append("ms\n");
		for (int i = 2; i <= groups; i++) {
			properties.append("leader-election.groups.g").append(i).append(".priority=1\n");
		}
		return properties.toString();
	}

	private GroupsCost measureStarted(int groups) throws InterruptedException {
		awaitStarted();
		long lastStart = this.nodes.stream().mapToLong(GroupsNode::started).max().orElseThrow();
		double ledMillis = (awaitAllLed(groups, lastStart, this.nodes) - lastStart) / 1e6;
		// What start-up left to do, compilation above all, is not idling.
		sleep(SETTLE);
		long begun = System.nanoTime();
		List<Duration> cpuBefore = this.nodes.stream().map((node) -> node.process().cpu()).toList();
		sleep(WINDOW);
		List<Duration> cpuAfter = this.nodes.stream().map((node) -> node.process().cpu()).toList();
		long ended = System.nanoTime();
		int lost = new GroupsLed(this.nodes.stream().map(GroupsNode::samples).toList()).lost(begun, ended);
		double[] sent = sent(begun, ended);
		double minutes = (ended - begun) / 60e9;
		GroupsNode leader = this.nodes.stream().max(Comparator.comparingInt(GroupsNode::ledNow)).orElseThrow();
		double leaderCpu = 0;
		double followerCpu = 0;
		double leaderHeap = 0;
		double followerHeap = 0;
		for (int i = 0; i < this.nodes.size(); i++) {
			GroupsNode node = this.nodes.get(i);
			double cpu = cpuAfter.get(i).minus(cpuBefore.get(i)).toMillis() / minutes;
			double heap = node.process().heapAfterGcKib() / 1024;
			leaderCpu += (node == leader) ? cpu : 0;
			leaderHeap = (node == leader) ? heap : leaderHeap;
			followerCpu += (node == leader) ? 0 : cpu / (this.nodes.size() - 1);
			followerHeap = (node == leader) ? followerHeap : Math.max(heap, followerHeap);
		}
		awaitAllLed(groups, System.nanoTime(), this.nodes);
		long killed = leader.process().kill();
		List<GroupsNode> left = this.nodes.stream().filter((node) -> node != leader).toList();
		long again = awaitAllLed(groups, killed, left);
		return new GroupsCost(groups, (ledMillis > 1e9) ? Double.POSITIVE_INFINITY : ledMillis,
				(again == Long.MAX_VALUE) ? Double.POSITIVE_INFINITY : (again - killed) / 1e6, lost, sent[0], sent[1],
				sent[2] / 1000, leaderCpu, followerCpu, leaderHeap, followerHeap);
	}

	private void awaitStarted() throws InterruptedException {
		while (this.nodes.stream().anyMatch((node) -> node.samples().isEmpty())) {
			Thread.sleep(20);
		}
	}

	/**
	 * When the sum of what they lead was all, or {@link Long#MAX_VALUE} within the limit.
	 */
	private long awaitAllLed(int groups, long from, List<GroupsNode> among) throws InterruptedException {
		long limit = System.nanoTime() + Duration.ofSeconds(this.options.number(LIMIT)).toNanos();
		long all = Long.MAX_VALUE;
		while (all == Long.MAX_VALUE && System.nanoTime() - limit < 0) {
			Thread.sleep(200);
			all = new GroupsLed(among.stream().map(GroupsNode::samples).toList()).allLed(groups, from);
		}
		return all;
	}

	/** Messages, writes and bytes a second of all nodes. */
	private double[] sent(long from, long to) {
		double[] sums = new double[3];
		for (GroupsNode node : this.nodes) {
			List<Sample> within = node.samples()
				.stream()
				.filter((sample) -> sample.at() >= from && sample.at() <= to)
				.toList();
			Sample first = within.get(0);
			Sample last = within.get(within.size() - 1);
			double seconds = (last.at() - first.at()) / 1e9;
			sums[0] += (last.messages() - first.messages()) / seconds;
			sums[1] += (last.writes() - first.writes()) / seconds;
			sums[2] += (last.bytes() - first.bytes()) / seconds;
		}
		return sums;
	}

	private void sleep(String seconds) throws InterruptedException {
		Thread.sleep(Duration.ofSeconds(this.options.number(seconds)).toMillis());
	}

}
