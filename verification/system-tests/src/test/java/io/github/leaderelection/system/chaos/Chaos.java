package io.github.leaderelection.system.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.LifeRecord;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.cluster.Patch;

/**
 * One run: starts nodes, does to them what the schedule says, makes all well again and
 * waits for a leader that all nodes know, and judges.
 */
public final class Chaos {

	private static final Set<String> WITHOUT_MAJORITY = Set.of("bully", "ring", "emergent");

	private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

	private final ChaosSpec spec;

	private final Consumer<String> progress;

	private final Links links;

	private final Database database;

	private final Cluster cluster;

	private final DisturbanceLog log = new DisturbanceLog();

	private final NodeFaults nodeFaults;

	private final LinkFaults linkFaults;

	private final Map<FaultKind, Integer> applied = new EnumMap<>(FaultKind.class);

	private final PriorityQueue<Action> actions = new PriorityQueue<>(
			Comparator.comparingLong(Action::atMillis).thenComparing(Action::ends, Comparator.reverseOrder()));

	private Chaos(ChaosSpec spec, Consumer<String> progress, Links links, Database database, Cluster cluster) {
		this.spec = spec;
		this.progress = progress;
		this.links = links;
		this.database = database;
		this.cluster = cluster;
		this.nodeFaults = new NodeFaults(cluster.nodes(), links, spec.lease(), this.log);
		this.linkFaults = new LinkFaults(links, spec.lease().toMillis(), this.log);
	}

	/**
	 * Makes a run.
	 * @param spec the run
	 * @param progress is told of each round
	 * @return what came of it
	 * @throws IOException if a file cannot be used
	 * @throws SQLException if the database cannot be used
	 */
	public static ChaosResult run(ChaosSpec spec, Consumer<String> progress) throws IOException, SQLException {
		return with(spec, progress, Chaos::run);
	}

	/**
	 * Cuts the leader off until another leads.
	 * @param spec the run, whose rounds do not matter
	 * @return what came of it
	 * @throws IOException if a file cannot be used
	 * @throws SQLException if the database cannot be used
	 */
	public static ChaosResult isolateLeader(ChaosSpec spec) throws IOException, SQLException {
		return with(spec, (round) -> {
		}, Chaos::runIsolation);
	}

	private static ChaosResult with(ChaosSpec spec, Consumer<String> progress, Course course)
			throws IOException, SQLException {
		try (Links links = spec.namespaces() ? new NamespaceLinks(spec.size()) : new ProxyLinks()) {
			Path files = Libraries
				.directory(spec.name() + "-database-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
			try (Database database = Database.start(files, links.host());
					Cluster cluster = new Cluster(cluster(spec, database), links)) {
				cluster.startAll();
				cluster.awaitLeader();
				return course.of(new Chaos(spec, progress, links, database, cluster));
			}
		}
	}

	private static ClusterSpec cluster(ChaosSpec spec, Database database) {
		List<Patch> patches = new ArrayList<>(List.of(ChaosSpec.DISK_BRAKE));
		patches.addAll(spec.mutants());
		ClusterSpec cluster = ClusterSpec.ofThree(spec.name())
			.withSize(spec.size())
			.withStateDirectories(true)
			.withLease(spec.lease())
			.withOptions(List.of("-Xmx64m"))
			.withPatches(patches)
			.with("spring.datasource.url", database.url())
			.with("spring.datasource.username", "sa")
			.with("spring.datasource.password", "")
			.with("leader-election.transport.secret", "chaos-of-these-processes-alone")
			.with("leader-election.transport.type", spec.transport())
			.with("sample.customers.every", "1h")
			.with("sample.orders.every", "1h")
			.with("probe.register-every", "10ms")
			.with("leader-election.algorithm", spec.algorithm());
		return withMajority(cluster, spec);
	}

	/**
	 * Where a cluster is entered through seed nodes all are, for one that comes back
	 * while none of them lives is let in by nobody.
	 */
	private static ClusterSpec withMajority(ClusterSpec cluster, ChaosSpec spec) {
		if (!WITHOUT_MAJORITY.contains(spec.algorithm())) {
			return cluster;
		}
		String prefix = "leader-election." + spec.algorithm() + ".";
		ClusterSpec safe = cluster.with(prefix + "minimum-cluster-size", Integer.toString(spec.size() / 2 + 1));
		if (!Algorithm.named(spec.algorithm()).is(Trait.JOINS_BY_SEED_NODES)) {
			return safe;
		}
		return safe.with(prefix + "seed-nodes",
				IntStream.rangeClosed(1, spec.size()).mapToObj((node) -> "n" + node).collect(Collectors.joining(",")));
	}

	private ChaosResult run() throws SQLException {
		Schedule schedule = new Schedule(this.spec.seed(), this.spec.size(), this.spec.lease(), this.spec.spacing(),
				this.links.kinds());
		long begun = System.nanoTime();
		try (StandstillWatch watch = StandstillWatch.begin(this.spec.lease().dividedBy(4))) {
			for (int round = 0; round < this.spec.rounds(); round++) {
				disturb(schedule.draw(this.spec.round()));
				recover();
				killLeader();
				recover();
				this.progress
					.accept("Round " + (round + 1) + " of " + this.spec.rounds() + ": " + this.cluster.grants().size()
							+ " grants, " + violations(this.database.attempts()).size() + " violations");
			}
			Set<Integer> all = IntStream.range(0, this.spec.size()).boxed().collect(Collectors.toSet());
			watch.standstills()
				.forEach((each) -> this.log.add("THE MACHINE STOOD STILL", each.from(), each.until(), all));
		}
		return judge(begun, System.nanoTime());
	}

	/** Directed rather than random: what a broken core shows for certain. */
	private ChaosResult runIsolation() throws SQLException {
		long begun = System.nanoTime();
		Leader before = this.cluster.awaitLeader();
		List<Integer> all = IntStream.range(0, this.spec.size()).boxed().toList();
		Fault isolation = new Fault(FaultKind.CUT, 0, 0, 0, List.of(this.cluster.nodes().indexOf(before.node())), all,
				false);
		this.linkFaults.begin(isolation);
		long granted = this.cluster.awaitGrantAbove(before.token());
		awaitSample(before.node(), granted);
		this.linkFaults.end(isolation);
		return judge(begun, System.nanoTime());
	}

	private static void awaitSample(NodeProcess node, long after) {
		long begun = System.nanoTime();
		while (node.samples().stream().noneMatch((run) -> run.lastBefore() > after)) {
			if (System.nanoTime() - begun > LIMIT_NANOS) {
				throw new AssertionError("No answer of " + node);
			}
			LockSupport.parkNanos(STEP_NANOS);
		}
	}

	private ChaosResult judge(long begun, long ended) throws SQLException {
		List<Attempt> attempts = this.database.attempts();
		List<LifeRecord> records = this.cluster.records();
		return new ChaosResult(this.spec, Map.copyOf(this.applied), this.cluster.grants().size(), votesLost(records),
				Availability.of(records, begun, ended), new Calm(this.spec.size(), this.log.disturbances()), attempts,
				violations(attempts));
	}

	private List<Violation> violations(List<Attempt> attempts) {
		List<Violation> violations = new ArrayList<>(Checker.violations(this.cluster.records(), attempts));
		this.nodeFaults.deaths().forEach((death) -> violations.add(new Violation("a node goes on", death)));
		return violations;
	}

	/** How often a node that could vote found that it could not any more. */
	private static int votesLost(List<LifeRecord> records) {
		int lost = 0;
		for (LifeRecord life : records) {
			long before = 0;
			for (Run run : life.voting()) {
				lost += (before == 1 && run.answer() == 0) ? 1 : 0;
				before = run.answer();
			}
		}
		return lost;
	}

	private void disturb(List<Fault> faults) {
		faults.forEach((fault) -> this.actions.add(new Action(fault.atMillis(), false, fault)));
		long begun = System.nanoTime();
		while (!this.actions.isEmpty() || System.nanoTime() - begun < this.spec.round().toNanos()) {
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
			while (!this.actions.isEmpty() && this.actions.peek().atMillis() <= millis) {
				act(this.actions.remove(), millis);
			}
			this.nodeFaults.look();
			LockSupport.parkNanos(STEP_NANOS);
		}
	}

	private void act(Action action, long millis) {
		Fault fault = action.fault();
		if (!action.ends()) {
			begin(fault, millis);
		}
		else if (fault.kind().ofNodes()) {
			this.nodeFaults.end(fault);
		}
		else {
			this.linkFaults.end(fault);
		}
	}

	/** Later, if all the nodes that are meant suffer from something else. */
	private void begin(Fault fault, long millis) {
		Fault aimed = fault.aimAt(leader());
		if (!fault.kind().ofNodes()) {
			this.linkFaults.begin(aimed);
		}
		else if (this.nodeFaults.begin(aimed) == 0) {
			this.actions.add(new Action(millis + this.spec.lease().toMillis() / 2, false, fault));
			return;
		}
		this.applied.merge(fault.kind(), 1, Integer::sum);
		this.actions.add(new Action(millis + fault.lastsMillis(), true, aimed));
	}

	private int leader() {
		Optional<NodeProcess> leading = this.cluster.leading();
		return leading.map(this.cluster.nodes()::indexOf).orElse(-1);
	}

	/**
	 * So that each round has a grant of its own, and a time without a leader that nothing
	 * else excuses.
	 */
	private void killLeader() {
		int leader = this.cluster.nodes().indexOf(this.cluster.awaitLeader().node());
		Fault kill = new Fault(FaultKind.KILL, 0, 0, 0, List.of(leader), List.of(), false);
		this.nodeFaults.begin(kill);
		this.applied.merge(FaultKind.KILL, 1, Integer::sum);
		this.nodeFaults.end(kill);
	}

	/** Every fault has ended; the nodes must come back and agree. */
	private void recover() {
		long begun = System.nanoTime();
		while (this.nodeFaults.isAnyAiling()) {
			this.nodeFaults.look();
			if (System.nanoTime() - begun > LIMIT_NANOS) {
				throw new AssertionError("Not all nodes came back: " + this.cluster);
			}
			LockSupport.parkNanos(STEP_NANOS);
		}
		this.cluster.awaitAllVoting();
		this.cluster.awaitLeader();
	}

	/**
	 * Something to do.
	 */
	private record Action(long atMillis, boolean ends, Fault fault) {
	}

	/**
	 * What to do with a cluster that has a leader.
	 */
	private interface Course {

		ChaosResult of(Chaos chaos) throws SQLException;

	}

}
