package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.Http;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;
import org.jspecify.annotations.Nullable;

/**
 * How long partitions of five processes are without an owner, and which of them move.
 * Told by what a listener in each process hears.
 */
public final class AssignmentSpeedBenchmark {

	private static final int NODES = 5;

	private static final String PARTITIONS = "partitions";

	private static final String STOPS = "stops";

	private static final String KILLS = "kills";

	private static final String LEADERS = "leaders";

	private static final String RESIGNATIONS = "resignations";

	private static final String RESTARTS = "rolling-restarts";

	private static final String OUTAGES = "outages";

	private static final String STORE = "store";

	private static final Duration OUTAGE = Duration.ofSeconds(8);

	/** What a message, a plan and a listener take on a machine that does other things. */
	private static final double SLACK = 250;

	private final Report report = new Report();

	private final Options options;

	private final Duration lease;

	/** Until when somebody leads after a crash. */
	private final Duration bound;

	private final Duration ownership;

	private final @Nullable StoreServer server;

	private AssignmentSpeedBenchmark(Options options, @Nullable StoreServer server) {
		this.options = options;
		this.server = server;
		this.lease = Duration.ofSeconds((server != null) ? 10 : 1);
		// Among peers below two leases; with a store a lease and a look.
		this.bound = (server != null) ? this.lease.plusSeconds(1) : this.lease.multipliedBy(2);
		this.ownership = this.lease.multipliedBy((server != null) ? 2 : 3);
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Options options = Options.parse("assignment-speed", args,
				Map.of(PARTITIONS, 64, STOPS, 20, KILLS, 20, LEADERS, 50, RESIGNATIONS, 50, RESTARTS, 1, OUTAGES, 1),
				Set.of(), Set.of(STORE));
		String store = options.texts().get(STORE);
		Report report;
		if (store == null) {
			report = new AssignmentSpeedBenchmark(options, null).measured();
		}
		else {
			try (StoreServer server = StoreServers.start(store,
					Libraries.emptyDirectory("benchmark-server-" + store))) {
				report = new AssignmentSpeedBenchmark(options, server).measured();
			}
		}
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private Report measured() throws IOException, InterruptedException {
		try (Cluster cluster = Cluster.start(spec(NODES, 1))) {
			PartitionOwners owners = new PartitionOwners(cluster, this.options.number(PARTITIONS));
			measureStops(cluster, owners);
			measureKills(cluster, owners);
			measureLeaders(cluster, owners);
			measureResignations(cluster, owners);
			measureOutages(cluster, owners);
		}
		if (this.options.number(RESTARTS) > 0) {
			measureMoves();
		}
		return this.report;
	}

	private ClusterSpec spec(int size, int leases) {
		ClusterSpec spec = ClusterSpec.ofThree("benchmark-assignment-speed")
			.withSize(size)
			.withLease(this.lease.multipliedBy(leases))
			.with("management.endpoint.leader.access", "unrestricted")
			.with("leader-election.transport.type", this.options.transport())
			// Work would be awaited, by a leader that stops and by a partition that
			// moves.
			.withIdleApplication()
			.with("leader-election.ownership.lease", this.ownership.multipliedBy(leases).toMillis() + "ms")
			.with("leader-election.assignments." + PartitionOwners.ASSIGNMENT + ".partitions",
					Integer.toString(this.options.number(PARTITIONS)))
			.with(ProbeNames.HEARD_OF, PartitionOwners.ASSIGNMENT);
		return (this.server != null) ? this.server.leading(spec) : spec;
	}

	/** From the begin of a partition's drain, which has nothing to wait for. */
	private void measureStops(Cluster cluster, PartitionOwners owners) throws InterruptedException {
		List<Double> millis = new ArrayList<>();
		List<Double> sinceSignal = new ArrayList<>();
		int disturbed = 0;
		for (int round = 1; round <= this.options.number(STOPS); round++) {
			Leader leader = settled(cluster, owners);
			NodeProcess leaving = follower(cluster, leader, round);
			Set<Long> had = owners.of(leaving);
			long sent = leaving.requestTermination();
			leaving.awaitExit();
			owners.awaitOwned();
			Map<Long, Long> drained = owners.last(leaving, Kind.PARTITION_DRAINED);
			owners.begunElsewhere(leaving, sent).forEach((partition, at) -> {
				if (had.contains(partition)) {
					millis.add((at - drained.getOrDefault(partition, sent)) / 1e6);
					sinceSignal.add((at - sent) / 1e6);
				}
			});
			disturbed += ended(cluster, owners, leaving, sent);
			tell("SIGTERM", round, STOPS, millis, had.size());
			cluster.start(List.of(leaving));
		}
		if (!millis.isEmpty()) {
			this.report.row("SIGTERM: drain to next owner, ms", new Figures(millis));
			this.report.row("SIGTERM: signal to next owner, ms", new Figures(sinceSignal));
			this.report.target("SIGTERM: drain to next owner, median, ms", new Figures(millis).median(), 100);
			this.report.target("SIGTERM: other partitions that ended", disturbed, 0);
		}
	}

	private void measureKills(Cluster cluster, PartitionOwners owners) throws InterruptedException {
		List<Double> millis = new ArrayList<>();
		int disturbed = 0;
		for (int round = 1; round <= this.options.number(KILLS); round++) {
			Leader leader = settled(cluster, owners);
			NodeProcess killed = follower(cluster, leader, round);
			disturbed += kill(cluster, owners, killed, millis);
			tell("kill -9", round, KILLS, millis, owners.of(killed).size());
			cluster.start(List.of(killed));
		}
		report("kill -9", millis, this.ownership.toMillis() + SLACK, disturbed);
	}

	private void measureLeaders(Cluster cluster, PartitionOwners owners) throws InterruptedException {
		List<Double> millis = new ArrayList<>();
		List<Double> withoutLeader = new ArrayList<>();
		int disturbed = 0;
		for (int round = 1; round <= this.options.number(LEADERS); round++) {
			Leader leader = settled(cluster, owners);
			long sent = System.nanoTime();
			int ended = kill(cluster, owners, leader.node(), millis);
			withoutLeader.add((cluster.awaitGrantQuietly(leader.token()) - sent) / 1e6);
			disturbed += Math.min(ended, 1);
			tell("leader killed, " + ended + " others ended", round, LEADERS, millis, owners.of(leader.node()).size());
			cluster.awaitLeaderAfter(leader);
			cluster.start(List.of(leader.node()));
		}
		if (!withoutLeader.isEmpty()) {
			this.report.row("leader killed: to next leader, ms", new Figures(withoutLeader));
		}
		report("leader killed", millis, this.bound.plus(this.ownership).toMillis() + SLACK, disturbed);
	}

	private void report(String name, List<Double> millis, double atMost, int disturbed) {
		if (!millis.isEmpty()) {
			Figures figures = new Figures(millis);
			this.report.row(name + ": to next owner, ms", figures);
			this.report.target(name + ": to next owner, worst, ms", figures.worst(), atMost);
			this.report.target(name + ": rounds in which others ended", disturbed, 0);
		}
	}

	/**
	 * Kills a process and notes when each of its partitions had another owner.
	 * @return how many ownerships of others ended meanwhile
	 */
	private int kill(Cluster cluster, PartitionOwners owners, NodeProcess killed, List<Double> millis)
			throws InterruptedException {
		Set<Long> had = owners.of(killed);
		long sent = killed.kill();
		owners.awaitOwned();
		owners.begunElsewhere(killed, sent).forEach((partition, at) -> {
			if (had.contains(partition)) {
				millis.add((at - sent) / 1e6);
			}
		});
		return ended(cluster, owners, killed, sent);
	}

	private void measureResignations(Cluster cluster, PartitionOwners owners) throws IOException, InterruptedException {
		int disturbed = 0;
		for (int round = 1; round <= this.options.number(RESIGNATIONS); round++) {
			Leader leader = settled(cluster, owners);
			long sent = System.nanoTime();
			int status = Http.post(leader.node(), "/actuator/leader/default", "{\"action\":\"resign\"}");
			if (status != 200) {
				// On a busy machine it led no longer.
				round--;
				continue;
			}
			cluster.awaitLeaderAfter(leader);
			// Until the next leader may give, whatever it had missed.
			Thread.sleep(this.ownership.toMillis() + 500);
			int ended = ended(cluster, owners, null, sent);
			disturbed += Math.min(ended, 1);
			System.out.printf("leader resigned %d of %d: %d ended%n", round, this.options.number(RESIGNATIONS), ended);
		}
		if (this.options.number(RESIGNATIONS) > 0) {
			this.report.target("leader resigned: rounds in which any ended", disturbed, 0);
		}
	}

	private void measureOutages(Cluster cluster, PartitionOwners owners) throws InterruptedException {
		StoreServer stopped = this.server;
		if (stopped == null) {
			return;
		}
		int ended = 0;
		for (int round = 1; round <= this.options.number(OUTAGES); round++) {
			settled(cluster, owners);
			long begun = System.nanoTime();
			stopped.kill();
			Thread.sleep(OUTAGE.toMillis());
			stopped.startAgain();
			double away = (System.nanoTime() - begun) / 1e9;
			cluster.awaitLeader();
			Thread.sleep(this.ownership.toMillis());
			ended += ended(cluster, owners, null, begun);
			System.out.printf("store away for %.1f s, %d of %d: %d ended%n", away, round, this.options.number(OUTAGES),
					ended);
		}
		this.report.target("store away: partitions that ended", ended, 0);
	}

	/** Which partitions move where a sixth process joins and leaves, and in restarts. */
	private void measureMoves() throws InterruptedException {
		int all = this.options.number(PARTITIONS);
		// What moves is counted, not timed: a lease that a busy machine keeps.
		try (Cluster cluster = new Cluster(spec(NODES + 1, 5))) {
			PartitionOwners owners = new PartitionOwners(cluster, all);
			List<NodeProcess> five = cluster.nodes().subList(0, NODES);
			NodeProcess sixth = cluster.nodes().get(NODES);
			cluster.start(five);
			for (int round = 1; round <= this.options.number(RESTARTS); round++) {
				settled(cluster, owners);
				long joins = System.nanoTime();
				cluster.start(List.of(sixth));
				settled(cluster, owners);
				List<Long> came = owners.moved(joins);
				long twice = came.size() - new TreeSet<>(came).size();
				Set<Long> had = owners.of(sixth);
				long leaves = sixth.terminate();
				settled(cluster, owners);
				List<Long> went = owners.moved(leaves);
				int restarted = 0;
				for (NodeProcess node : five) {
					long stops = node.terminate();
					settled(cluster, owners);
					restarted += owners.moved(stops).size();
					long starts = System.nanoTime();
					cluster.start(List.of(node));
					settled(cluster, owners);
					restarted += owners.moved(starts).size();
				}
				System.out.printf("%d of %d: a sixth joins: %d moves; leaves with %d: %d; five restart: %d, then %s%n",
						round, this.options.number(RESTARTS), came.size(), had.size(), went.size(), restarted,
						owners.shares());
				this.report.target("a sixth joins: moves", came.size(), Math.ceil(all / (NODES + 1.0)));
				this.report.target("a sixth joins: moved twice", twice, 0);
				this.report.target("a sixth leaves: moves but its own", went.size() - count(went, had), 0);
				this.report.target("five restart: moves", restarted, 2 * all);
				this.report.target("five restarted: largest share less smallest",
						max(owners.shares()) - min(owners.shares()), 1);
			}
		}
	}

	private static long count(List<Long> went, Set<Long> had) {
		return went.stream().filter(had::contains).distinct().count();
	}

	private static int max(Map<String, Integer> shares) {
		return shares.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
	}

	private static int min(Map<String, Integer> shares) {
		return shares.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
	}

	/** All follow a leader that gives what it likes, and share evenly. */
	private Leader settled(Cluster cluster, PartitionOwners owners) throws InterruptedException {
		Leader leader = cluster.awaitLeader();
		while (true) {
			owners.awaitShared();
			long token = leader.token();
			long granted = leader.node()
				.happenings()
				.stream()
				.filter((each) -> each.kind() == Kind.GRANTED && each.token() == token)
				.mapToLong(Happening::at)
				.findFirst()
				.orElseThrow();
			// Two changes of the leader at once are more than a fault at a time.
			Thread.sleep(
					Math.max(500, this.ownership.plusMillis(500).minusNanos(System.nanoTime() - granted).toMillis()));
			owners.awaitShared();
			Leader now = cluster.awaitLeader();
			if (now.token() == token) {
				return now;
			}
			leader = now;
		}
	}

	private static NodeProcess follower(Cluster cluster, Leader leader, int round) {
		List<NodeProcess> followers = cluster.othersThan(leader.node());
		return followers.get(round % followers.size());
	}

	private static int ended(Cluster cluster, PartitionOwners owners, @Nullable NodeProcess but, long since) {
		List<NodeProcess> others = cluster.nodes().stream().filter((node) -> node != but).toList();
		return owners.ended(others, since).values().stream().mapToInt(Integer::intValue).sum();
	}

	private void tell(String name, int round, String rounds, List<Double> millis, int partitions) {
		System.out.printf("%s %d of %d: %d partitions, the last %.1f ms%n", name, round, this.options.number(rounds),
				partitions, millis.isEmpty() ? Double.NaN : millis.get(millis.size() - 1));
	}

}
