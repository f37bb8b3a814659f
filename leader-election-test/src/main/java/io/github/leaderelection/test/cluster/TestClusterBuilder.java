package io.github.leaderelection.test.cluster;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link TestCluster}. Used by one thread at a time.
 */
public final class TestClusterBuilder {

	private static final String CLUSTER = "test";

	private final List<NodeId> nodes;

	private List<String> groups = List.of("default");

	private String algorithm = GroupOptions.defaults().algorithm();

	private Duration lease = Duration.ofSeconds(1);

	private Duration heartbeat = Duration.ofMillis(100);

	private Duration drainTimeout = Duration.ofSeconds(20);

	private Duration patience = Duration.ofSeconds(30);

	private @Nullable Path stateDirectory;

	private boolean keepsState = true;

	private boolean virtual;

	private final Map<String, Integer> assignments = new LinkedHashMap<>();

	TestClusterBuilder(List<NodeId> nodes) {
		this.nodes = nodes;
	}

	/**
	 * Sets the groups.
	 * @param names their names, at least one; only {@code default} by default. Methods of
	 * the cluster without a group apply to the first
	 * @return this builder
	 * @throws IllegalArgumentException if no group is named
	 */
	public TestClusterBuilder groups(String... names) {
		if (names.length == 0) {
			throw new IllegalArgumentException("The cluster has no groups: name at least one");
		}
		this.groups = List.of(names);
		return this;
	}

	/**
	 * Sets the election algorithm of all groups.
	 * @param name its name, one of {@link ElectionNodeBuilder#algorithms()};
	 * {@code quorum} by default
	 * @return this builder
	 */
	public TestClusterBuilder algorithm(String name) {
		this.algorithm = Objects.requireNonNull(name, "name");
		return this;
	}

	/**
	 * Sets how long leadership lasts if nothing renews it. A short lease makes tests
	 * fast, but leadership may change without need on a busy machine.
	 * @param duration at least five heartbeats; 1 s by default
	 * @return this builder
	 */
	public TestClusterBuilder lease(Duration duration) {
		this.lease = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Sets the time between two heartbeats of a leader.
	 * @param interval at least 5 ms; 100 ms by default
	 * @return this builder
	 */
	public TestClusterBuilder heartbeat(Duration interval) {
		this.heartbeat = Objects.requireNonNull(interval, "interval");
		return this;
	}

	/**
	 * Sets how long a node waits for running leader-only work at most before it gives up
	 * leadership.
	 * @param duration zero or more; 20 s by default
	 * @return this builder
	 */
	public TestClusterBuilder drainTimeout(Duration duration) {
		this.drainTimeout = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Sets how long the cluster's {@code await} methods wait at most.
	 * @param duration above zero; 30 s by default
	 * @return this builder
	 */
	public TestClusterBuilder patience(Duration duration) {
		this.patience = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Sets where the nodes keep their state.
	 * @param directory the parent of one directory per node; it stays when the cluster is
	 * closed. By default it is a temporary directory, which is deleted then
	 * @return this builder
	 */
	public TestClusterBuilder stateIn(Path directory) {
		this.stateDirectory = Objects.requireNonNull(directory, "directory");
		this.keepsState = true;
		return this;
	}

	/**
	 * Makes the nodes keep no state. They wait for some leases before their first
	 * election.
	 * @return this builder
	 */
	public TestClusterBuilder withoutState() {
		this.keepsState = false;
		return this;
	}

	/**
	 * Makes time pass only while a test waits by the cluster's methods, or lets it by
	 * {@link TestCluster#advance(Duration)}. Nodes have no threads then, so a busy
	 * machine changes nothing. They keep their state in memory.
	 * @return this builder
	 */
	public TestClusterBuilder virtualTime() {
		this.virtual = true;
		return this;
	}

	/**
	 * Adds an assignment to all nodes. The leader of the first group spreads its
	 * partitions. Needs {@code leader-election-assignments} on the class path.
	 * @param name the assignment's name
	 * @param partitions how many partitions it has
	 * @return this builder
	 */
	public TestClusterBuilder assignment(String name, int partitions) {
		this.assignments.put(Objects.requireNonNull(name, "name"), partitions);
		return this;
	}

	/**
	 * Builds the cluster and starts all nodes.
	 * @return a cluster, to be closed
	 * @throws IllegalArgumentException if a setting is out of its range; the message
	 * names the value and the remedy
	 */
	public TestCluster start() {
		if (this.virtual && (!this.keepsState || this.stateDirectory != null)) {
			throw new IllegalStateException(
					"In virtual time nodes keep their state in memory: leave out withoutState() and stateIn()");
		}
		InMemoryNetwork network = new InMemoryNetwork();
		TestTime time = this.virtual ? new VirtualTime() : TestTime.REAL;
		StateDirectories directories = (this.keepsState && !this.virtual)
				? StateDirectories.below(this.stateDirectory, this.nodes) : null;
		Map<NodeId, ElectionNode> built = new LinkedHashMap<>();
		Map<NodeId, ClusterWorker> workers = new LinkedHashMap<>();
		TestCluster cluster = new TestCluster(network, built, groups(built, workers, time), directories, workers, time,
				this.drainTimeout);
		try {
			for (NodeId node : this.nodes) {
				network.add(node);
				List<ExtensionFactory> extensions = extensions(node, built, workers, time);
				PeerTransport transport = new InMemoryTransport(node, network);
				// In virtual time, too: it checks the settings.
				ElectionNode real = node(node, transport, extensions, directories);
				built.put(node, (time instanceof VirtualTime virtualTime)
						? new VirtualNode(virtualTime, specs(node, extensions), transport) : real);
			}
			cluster.startAll();
		}
		catch (RuntimeException ex) {
			cluster.close();
			throw ex;
		}
		return cluster;
	}

	private static Member member(NodeId node) {
		return new Member(node, URI.create("memory:" + URLEncoder.encode(node.value(), StandardCharsets.US_ASCII)));
	}

	/** Assignments are those of the first group. */
	private List<ClusterGroup> groups(Map<NodeId, ElectionNode> nodes, Map<NodeId, ClusterWorker> workers,
			TestTime time) {
		Map<String, ClusterAssignment> made = new LinkedHashMap<>();
		this.assignments.forEach((name, partitions) -> made.put(name,
				new ClusterAssignment(name, partitions, workers, time, this.patience)));
		return this.groups.stream()
			.map((group) -> new ClusterGroup(group, nodes, isFirst(group) ? made : Map.of(), time, this.patience))
			.toList();
	}

	private boolean isFirst(String group) {
		return group.equals(this.groups.get(0));
	}

	private List<ExtensionFactory> extensions(NodeId node, Map<NodeId, ElectionNode> nodes,
			Map<NodeId, ClusterWorker> workers, TestTime time) {
		if (this.assignments.isEmpty()) {
			return List.of();
		}
		ClusterWorker worker = new ClusterWorker(node, this.assignments, this.lease, this.drainTimeout, time,
				(task) -> {
					if (nodes.get(node) instanceof VirtualNode process) {
						process.soon(task);
					}
					else {
						CompletableFuture.runAsync(task);
					}
				});
		workers.put(node, worker);
		return List.of(worker.extension());
	}

	private List<GroupSpec<?, ?>> specs(NodeId node, List<ExtensionFactory> extensions) {
		ElectionProtocol<?, ?> election = Algorithm.named(this.algorithm).protocol();
		List<GroupSpec<?, ?>> specs = new ArrayList<>();
		for (String group : this.groups) {
			ElectionSettings settings = ElectionSettings.of(CLUSTER, group, node, this.nodes)
				.durable(true)
				.leaseNanos(this.lease.toNanos())
				.heartbeatNanos(this.heartbeat.toNanos())
				.drainNanos(this.drainTimeout.toNanos())
				.options(AlgorithmOptions.of(this.algorithm, Map.of()))
				.build();
			specs.add(new GroupSpec<>(election, settings, new InMemoryBallotStore(), (member) -> null, null, false,
					null, isFirst(group) ? extensions : List.of()));
		}
		return specs;
	}

	private ElectionNode node(NodeId node, PeerTransport transport, List<ExtensionFactory> extensions,
			@Nullable StateDirectories directories) {
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(node)
			.cluster(CLUSTER)
			.members(this.nodes.stream().map(TestClusterBuilder::member).toList())
			.transport(transport)
			.stateDirectory((directories != null) ? directories.of(node) : null)
			.drainTimeout(this.drainTimeout);
		GroupOptions options = GroupOptions.defaults()
			.withAlgorithm(this.algorithm)
			.withLease(this.lease)
			.withHeartbeat(this.heartbeat);
		this.groups.forEach((group) -> builder.group(group, options));
		if (!extensions.isEmpty() && !builder.promises()
			.getOrDefault(this.groups.get(0), Set.of())
			.containsAll(Set.of(Promise.S2, Promise.S3))) {
			throw new IllegalArgumentException("The election '" + this.algorithm
					+ "' may have two leaders at once, and so a partition two owners: choose another, such as quorum");
		}
		extensions.forEach((extension) -> builder.extension(this.groups.get(0), extension));
		return builder.build();
	}

	static List<NodeId> ids(String... names) {
		return Stream.of(names).map(NodeId::of).toList();
	}

}
