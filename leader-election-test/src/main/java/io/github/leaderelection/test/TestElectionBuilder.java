package io.github.leaderelection.test;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.oscillation.OscillationSettings;
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
	 * Names the node.
	 * @param id its id, {@code test-node} unless set
	 * @return this builder
	 */
	public TestElectionBuilder node(NodeId id) {
		this.node = Objects.requireNonNull(id, "id");
		return this;
	}

	/**
	 * Names the cluster.
	 * @param name its name, {@code default} unless set
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
	 * @param options its options; of these only the lease, of which {@code remaining()}
	 * tells, and the heartbeat interval mean anything
	 * @return this builder
	 */
	public TestElectionBuilder group(String name, GroupOptions options) {
		this.groups.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(options, "options"));
		return this;
	}

	/**
	 * Bounds how long {@link io.github.leaderelection.ElectionNode#close()} awaits
	 * running leader-only work, in real time.
	 * @param duration zero or more; 20 s unless set
	 * @return this builder
	 */
	public TestElectionBuilder drainTimeout(Duration duration) {
		this.drainTimeout = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Says whether a leadership is given up in order when a listener fails on it.
	 * @param resign false unless set: the failure is logged, and the node leads on
	 * @return this builder
	 */
	public TestElectionBuilder resignOnListenerFailure(boolean resign) {
		this.resignOnListenerFailure = resign;
		return this;
	}

	/**
	 * Says how each start and each reset leaves the node.
	 * @param leads true to lead every group, false, as it is unless set, to lead none and
	 * know no leader
	 * @return this builder
	 */
	public TestElectionBuilder leading(boolean leads) {
		this.leading = leads;
		return this;
	}

	/**
	 * Builds the election. Its node has not started.
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
		ElectorOptions options = new ElectorOptions(OscillationSettings.DEFAULTS, this.resignOnListenerFailure);
		return new TestElection(new TestElectionNode(this.node, this.cluster, settings, options, this.leading));
	}

	private ElectionSettings settings(String group, GroupOptions options) {
		return ElectionSettings.of(this.cluster, group, this.node, List.of(this.node))
			.leaseNanos(options.lease().toNanos())
			.heartbeatNanos(options.heartbeat().toNanos())
			.maxClockDrift(MAX_CLOCK_DRIFT)
			.priority(options.priority())
			.drainNanos(this.drainTimeout.toNanos())
			.build();
	}

}
