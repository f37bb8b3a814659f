package io.github.leaderelection.test;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.node.GroupOptions;

/**
 * Builds a {@link TestElection}. Used by one thread at a time.
 */
public final class TestElectionBuilder {

	private static final String DEFAULT = "default";

	private static final double MAX_CLOCK_DRIFT = 0.05;

	private final Map<String, GroupOptions> groups = new LinkedHashMap<>();

	private NodeId node = NodeId.of("test-node");

	private String cluster = DEFAULT;

	private Duration drainTimeout = Duration.ofSeconds(20);

	private boolean resignOnListenerFailure;

	private boolean leading;

	TestElectionBuilder() {
	}

	/**
	 * Sets the id of the node.
	 * @param id its id, {@code test-node} by default
	 * @return this builder
	 */
	public TestElectionBuilder node(NodeId id) {
		this.node = Objects.requireNonNull(id, "id");
		return this;
	}

	/**
	 * Sets the name of the cluster.
	 * @param name its name, {@code default} by default
	 * @return this builder
	 */
	public TestElectionBuilder cluster(String name) {
		this.cluster = Objects.requireNonNull(name, "name");
		return this;
	}

	/**
	 * Adds a group. Without any there is one group {@code default}.
	 * @param name the group's name
	 * @return this builder
	 */
	public TestElectionBuilder group(String name) {
		return group(name, GroupOptions.defaults());
	}

	/**
	 * Adds a group, or replaces its options.
	 * @param name the group's name
	 * @param options its options; only the lease and the heartbeat interval have an
	 * effect
	 * @return this builder
	 */
	public TestElectionBuilder group(String name, GroupOptions options) {
		this.groups.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(options, "options"));
		return this;
	}

	/**
	 * Sets how long {@link io.github.leaderelection.ElectionNode#close()} waits for
	 * running leader-only work at most, in real time.
	 * @param duration zero or more; 20 s by default
	 * @return this builder
	 */
	public TestElectionBuilder drainTimeout(Duration duration) {
		this.drainTimeout = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Sets whether the node resigns gracefully when a listener fails on its leadership.
	 * @param resign false by default: the failure is logged, and the node still leads
	 * @return this builder
	 */
	public TestElectionBuilder resignOnListenerFailure(boolean resign) {
		this.resignOnListenerFailure = resign;
		return this;
	}

	/**
	 * Sets whether the node leads after each start and each reset.
	 * @param leads true to lead every group; false, the default, to lead none and to know
	 * no leader
	 * @return this builder
	 */
	public TestElectionBuilder leading(boolean leads) {
		this.leading = leads;
		return this;
	}

	/**
	 * Builds the election. Its node is not started.
	 * @return an election
	 * @throws IllegalArgumentException if a setting is out of its range; the message
	 * names the value and the remedy
	 */
	public TestElection build() {
		Map<String, GroupOptions> chosen = this.groups.isEmpty() ? Map.of(DEFAULT, GroupOptions.defaults())
				: this.groups;
		List<ElectionSettings> settings = chosen.entrySet()
			.stream()
			.map((group) -> settings(group.getKey(), group.getValue()))
			.toList();
		ElectorOptions options = new ElectorOptions(FlappingSettings.DEFAULTS, this.resignOnListenerFailure);
		return new TestElection(new TestElectionNode(this.node, this.cluster, settings, options, this.leading));
	}

	private ElectionSettings settings(String group, GroupOptions options) {
		return ElectionSettings.of(this.cluster, group, this.node, List.of(this.node))
			.leaseNanos(options.lease().toNanos())
			.heartbeatNanos(options.heartbeat().toNanos())
			.maxClockDrift(MAX_CLOCK_DRIFT)
			.priority(options.priority())
			.preempt(options.preempt())
			.drainNanos(this.drainTimeout.toNanos())
			.build();
	}

}
