package io.github.leaderelection.internal.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.oscillation.OscillationSettings;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

/**
 * What this node is to take part in: everything that was configured, checked as far as
 * that can be done before the web server listens.
 *
 * @param cluster the cluster's name
 * @param peers the nodes, none for one that leads alone
 * @param nodeId the configured id of this node
 * @param advertised the configured base URL of this node
 * @param groups the options of every group
 * @param maxClockDrift bound on the error of the rate of clocks
 * @param stateDirectory where ballots are kept, null for memory
 * @param drainTimeout how long running work is awaited
 * @param minimumTerm no term up to this one is proposed or voted for
 * @param oscillation when leadership counts as oscillating
 * @param resignOnListenerFailure whether a grant is given up when a listener fails on it
 */
public record ElectionPlan(String cluster, Peers peers, @Nullable NodeId nodeId, @Nullable PeerAddress advertised,
		Map<String, GroupOptions> groups, double maxClockDrift, @Nullable Path stateDirectory, Duration drainTimeout,
		long minimumTerm, OscillationSettings oscillation, boolean resignOnListenerFailure) {

	private static final NodeId UNRESOLVED = NodeId.of("unresolved");

	/**
	 * Checks what an algorithm alone reads, which may depend on how many members there
	 * are.
	 * @throws InvalidElectionConfigurationException if one cannot be used
	 */
	public void checkAlgorithms() {
		List<NodeId> ids = this.peers.isEmpty() ? List.of(NodeId.of("localhost")) : this.peers.ids();
		this.groups.forEach((name, options) -> {
			try {
				options.check(this.cluster, name, ids);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidElectionConfigurationException("leader-election." + options.algorithm(),
						options.settings(), String.valueOf(ex.getMessage()), "Correct it, the same on every node");
			}
		});
	}

	/** Whether this node leads alone. */
	public boolean standalone() {
		return this.peers.isEmpty();
	}

	/**
	 * This node where its settings name it.
	 * @throws InvalidElectionConfigurationException if the list does not have it
	 */
	public @Nullable Member configuredSelf() {
		if (standalone()) {
			return null;
		}
		if (this.nodeId != null) {
			return this.peers.byId(this.nodeId);
		}
		return (this.advertised != null) ? this.peers.byUrl(this.advertised) : null;
	}

	/** The id of this node as far as it is known before the web server listens. */
	public NodeId provisionalId() {
		Member self = configuredSelf();
		if (self != null) {
			return self.id();
		}
		if (this.nodeId != null) {
			return this.nodeId;
		}
		return (this.advertised != null) ? this.advertised.defaultId() : UNRESOLVED;
	}

}
