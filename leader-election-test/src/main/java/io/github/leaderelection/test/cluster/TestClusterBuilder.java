package io.github.leaderelection.test.cluster;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link TestCluster}. Used by one thread at a time.
 */
public final class TestClusterBuilder {

	private final List<NodeId> nodes;

	private List<String> groups = List.of("default");

	private String algorithm = GroupOptions.defaults().algorithm();

	private Duration lease = Duration.ofSeconds(1);

	private Duration heartbeat = Duration.ofMillis(100);

	private Duration drainTimeout = Duration.ofSeconds(20);

	private Duration patience = Duration.ofSeconds(30);

	private @Nullable Path stateDirectory;

	private boolean keepsState = true;

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
	 * Builds the cluster and starts all nodes.
	 * @return a cluster, to be closed
	 * @throws IllegalArgumentException if a setting is out of its range; the message
	 * names the value and the remedy
	 */
	public TestCluster start() {
		InMemoryNetwork network = new InMemoryNetwork();
		List<Member> members = this.nodes.stream().map(TestClusterBuilder::member).toList();
		StateDirectories directories = this.keepsState ? StateDirectories.below(this.stateDirectory, this.nodes) : null;
		Map<NodeId, ElectionNode> built = new LinkedHashMap<>();
		TestCluster cluster = new TestCluster(network, built, this.groups, directories, this.patience);
		try {
			for (NodeId node : this.nodes) {
				network.add(node);
				built.put(node, node(node, members, network, directories));
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

	private ElectionNode node(NodeId node, List<Member> members, InMemoryNetwork network,
			@Nullable StateDirectories directories) {
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(node)
			.cluster("test")
			.members(members)
			.transport(new InMemoryTransport(node, network))
			.stateDirectory((directories != null) ? directories.of(node) : null)
			.drainTimeout(this.drainTimeout);
		GroupOptions options = GroupOptions.defaults()
			.withAlgorithm(this.algorithm)
			.withLease(this.lease)
			.withHeartbeat(this.heartbeat);
		this.groups.forEach((group) -> builder.group(group, options));
		return builder.build();
	}

	static List<NodeId> ids(String... names) {
		return Stream.of(names).map(NodeId::of).toList();
	}

}
