package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.ProbeNames;

/**
 * Nodes that elect a leader among themselves.
 */
public final class Cluster implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	private final ClusterSpec spec;

	private final Wiring wiring;

	private final List<NodeProcess> nodes;

	private final String group;

	private Cluster(Cluster same, String group) {
		this.spec = same.spec;
		this.wiring = same.wiring;
		this.nodes = same.nodes;
		this.group = group;
	}

	/**
	 * Lays out a cluster in an empty directory; starts nothing.
	 * @param spec the cluster
	 */
	public Cluster(ClusterSpec spec) {
		this(spec, Wiring.DIRECT);
	}

	/**
	 * Lays out a cluster in an empty directory; starts nothing.
	 * @param spec the cluster
	 * @param wiring how its nodes are placed and reach one another
	 */
	public Cluster(ClusterSpec spec, Wiring wiring) {
		this.spec = spec;
		this.wiring = wiring;
		Path directory = SampleJar.target().resolve("processes").resolve(spec.name());
		try {
			Directories.delete(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		List<Integer> ports = Ports.free(spec.size());
		List<String> names = new ArrayList<>();
		for (int i = 0; i < ports.size(); i++) {
			names.add("n" + (i + 1));
		}
		List<NodeProcess> all = new ArrayList<>();
		for (int i = 0; i < ports.size(); i++) {
			Path own = directory.resolve(names.get(i));
			NodeCommand command = new NodeCommand(wiring.launcher(i), spec.options(), arguments(i, names, ports, own),
					spec.libraries(), spec.patches(), spec.form());
			all.add(new NodeProcess(names.get(i), ports.get(i), own, command));
		}
		this.nodes = List.copyOf(all);
		this.group = NodeProcess.DEFAULT;
	}

	/**
	 * The same nodes as another group sees them, of which leaders, grants and overlaps
	 * are told.
	 * @param name the name of the group, which {@link ProbeNames#OTHER_GROUPS} has probed
	 * @return the view
	 */
	public Cluster inGroup(String name) {
		return new Cluster(this, name);
	}

	/**
	 * Starts a cluster.
	 * @param spec the cluster
	 * @return the cluster, with a leader that all nodes follow
	 */
	public static Cluster start(ClusterSpec spec) {
		return start(spec, Wiring.DIRECT);
	}

	/**
	 * Starts a cluster.
	 * @param spec the cluster
	 * @param wiring how its nodes are placed and reach one another
	 * @return the cluster, with a leader that all nodes follow
	 */
	public static Cluster start(ClusterSpec spec, Wiring wiring) {
		Cluster cluster = new Cluster(spec, wiring);
		try {
			cluster.startAll();
			cluster.awaitLeader();
			return cluster;
		}
		catch (RuntimeException | Error ex) {
			cluster.close();
			throw ex;
		}
	}

	private List<String> arguments(int index, List<String> names, List<Integer> ports, Path own) {
		List<String> peers = new ArrayList<>();
		for (int i = 0; i < names.size(); i++) {
			peers.add(names.get(i) + "@" + this.wiring.url(index, i, ports.get(i)));
		}
		List<String> arguments = new ArrayList<>();
		arguments.add("--server.port=" + ports.get(index));
		arguments.add("--leader-election.node-id=" + names.get(index));
		arguments.add("--leader-election.peers=" + String.join(",", peers));
		arguments.add("--leader-election.lease-duration=" + this.spec.lease().toMillis() + "ms");
		if (this.spec.stateDirectories()) {
			arguments.add("--leader-election.state-directory=" + this.wiring.stateDirectory(index, own));
		}
		arguments.add("--spring.datasource.url=jdbc:h2:mem:" + names.get(index));
		arguments.addAll(this.wiring.arguments(index, ports.get(index)));
		return Arguments.merge(arguments, this.spec.arguments());
	}

	/**
	 * The nodes.
	 * @return all of them, running or not
	 */
	public List<NodeProcess> nodes() {
		return this.nodes;
	}

	/**
	 * The lease.
	 * @return the lease
	 */
	public Duration lease() {
		return this.spec.lease();
	}

	/**
	 * Starts all nodes that do not live, at once, and waits for their electors.
	 */
	public void startAll() {
		start(this.nodes.stream().filter((node) -> !node.isAlive()).toList());
	}

	/**
	 * Starts nodes at once and waits for their electors.
	 * @param starting the nodes
	 */
	public void start(List<NodeProcess> starting) {
		starting.forEach(NodeProcess::start);
		for (NodeProcess node : starting) {
			Await.until(() -> node + " starts:\n" + node.output(), LIMIT, () -> hasStarted(node));
		}
	}

	private static boolean hasStarted(NodeProcess node) {
		if (!node.isAlive()) {
			throw new AssertionError("Ended while it started: " + node + "\n" + node.output());
		}
		return node.happenings().stream().anyMatch((happening) -> happening.kind() == Kind.STARTED);
	}

	/**
	 * Waits until one running node leads, its listener was told so, and all running nodes
	 * know it.
	 * @return the leader
	 */
	public Leader awaitLeader() {
		return awaitLeader((leader) -> true);
	}

	/**
	 * Waits until all nodes vote: for a while after its start a node does not.
	 */
	public void awaitAllVoting() {
		Await.until(() -> "all nodes vote, in " + this, LIMIT,
				() -> this.nodes.stream().allMatch((node) -> node.votesNow(this.group)));
	}

	/**
	 * Waits for a leader other than the one before.
	 * @param before the one before
	 * @return the leader
	 */
	public Leader awaitLeaderAfter(Leader before) {
		return awaitLeader((leader) -> leader.token() != before.token());
	}

	/**
	 * Waits until a node grants leadership to itself, whoever knows.
	 * @param token the token that it must exceed
	 * @return when it first answered yes
	 */
	public long awaitGrantAbove(long token) {
		return Await.present(() -> leaderAbove(token), LIMIT, () -> grantAbove(token));
	}

	/**
	 * Waits until a node grants leadership to itself, and leaves the processors to the
	 * nodes meanwhile: returns some time after it.
	 * @param token the token that it must exceed
	 * @return when it first answered yes
	 */
	public long awaitGrantQuietly(long token) {
		return Await.stamped(() -> leaderAbove(token), LIMIT, () -> grantAbove(token));
	}

	private String leaderAbove(long token) {
		return "a leader with a token above " + token + " in " + this;
	}

	private Optional<Long> grantAbove(long token) {
		long first = reigns().firstAnswered(token + 1);
		return (first != Long.MAX_VALUE) ? Optional.of(first) : Optional.empty();
	}

	private Leader awaitLeader(Predicate<Leader> wanted) {
		return Await.present(() -> "one leader that all running nodes know, in " + this, LIMIT,
				() -> leader().filter(wanted));
	}

	/**
	 * The leader.
	 * @return the leader, if one running node leads, its listener was told so, and all
	 * running nodes know it
	 */
	public Optional<Leader> leader() {
		List<NodeProcess> running = this.nodes.stream().filter(NodeProcess::isRunning).toList();
		List<NodeProcess> leading = running.stream().filter((node) -> node.answerNow(this.group) != 0).toList();
		if (leading.size() != 1) {
			return Optional.empty();
		}
		NodeProcess node = leading.get(0);
		Leader leader = new Leader(node, node.answerNow(this.group));
		long term = node.knownTermNow(this.group);
		boolean known = term != 0 && running.stream().allMatch((other) -> other.knownTermNow(this.group) == term);
		return (known && leader.token() != 0 && isTold(leader)) ? Optional.of(leader) : Optional.empty();
	}

	/** A listener is told after the node leads, and what it was told is counted. */
	private boolean isTold(Leader leader) {
		return leader.node()
			.happenings(this.group)
			.stream()
			.anyMatch((happening) -> happening.kind() == Kind.GRANTED && happening.token() == leader.token());
	}

	/**
	 * Who takes itself for the leader.
	 * @return a running node that answers yes, the one of the highest token
	 */
	public Optional<NodeProcess> leading() {
		return this.nodes.stream()
			.filter((node) -> node.answerNow(this.group) != 0)
			.max(Comparator.comparingLong((node) -> node.answerNow(this.group)));
	}

	/**
	 * Waits until so many nodes take themselves for the leader at once.
	 * @param count how many
	 */
	public void awaitLeading(int count) {
		Await.until(() -> count + " nodes that lead, in " + this, LIMIT,
				() -> this.nodes.stream().filter((node) -> node.answerNow(this.group) != 0).count() == count);
	}

	/**
	 * All grants so far of which listeners were told.
	 * @return their tokens, rising
	 */
	public List<Long> grants() {
		return this.nodes.stream()
			.flatMap((node) -> node.allHappenings(this.group).stream())
			.filter((happening) -> happening.kind() == Kind.GRANTED)
			.sorted(Comparator.comparingLong(Happening::at))
			.map(Happening::token)
			.toList();
	}

	/**
	 * What all processes of all nodes left behind so far.
	 * @return a record of each life, for each node in order
	 */
	public List<LifeRecord> records() {
		return this.nodes.stream().flatMap((node) -> node.records().stream()).toList();
	}

	/**
	 * Judges all answers of all nodes in all their lives.
	 * @return a line for each overlap
	 */
	public List<String> overlaps() {
		return reigns().overlaps();
	}

	private Leaderships reigns() {
		Leaderships reigns = new Leaderships();
		this.nodes.forEach((node) -> node.judge(this.group, reigns));
		return reigns;
	}

	/**
	 * The nodes but one.
	 * @param one the one
	 * @return the others
	 */
	public List<NodeProcess> othersThan(NodeProcess one) {
		return this.nodes.stream().filter((node) -> node != one).toList();
	}

	@Override
	public void close() {
		this.nodes.stream().filter(NodeProcess::isAlive).forEach(NodeProcess::kill);
	}

	@Override
	public String toString() {
		return this.nodes.stream()
			.map((node) -> node + " answers " + node.answerNow(this.group) + ", knows the leader of term "
					+ node.knownTermNow(this.group))
			.collect(Collectors.joining("\n  ", "\n  ", ""));
	}

	/**
	 * A node that leads.
	 *
	 * @param node the node
	 * @param token its token
	 */
	public record Leader(NodeProcess node, long token) {
	}

}
