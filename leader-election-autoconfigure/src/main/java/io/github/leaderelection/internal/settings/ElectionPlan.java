package io.github.leaderelection.internal.settings;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.node.ElectionNodeBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What this node is to take part in: everything that was configured, checked as far as
 * that can be done before the web server listens.
 *
 * @param peers the nodes, none for one that leads alone
 * @param advertised the configured base URL of this node
 * @param port the configured port of the transport's own, null where peers reach this
 * node through its web server
 * @param store where the lease by which this node leads is kept, null where nodes elect
 * among themselves
 * @param node all that does not depend on which of the nodes this is, under a provisional
 * id
 */
public record ElectionPlan(String cluster, Peers peers, @Nullable NodeId nodeId, @Nullable PeerAddress advertised,
		@Nullable Integer port, @Nullable String store, ElectionNodeBuilder node) {

	private static final NodeId UNRESOLVED = NodeId.of("unresolved");

	/**
	 * Begins a plan.
	 * @throws InvalidElectionConfigurationException if the settings name this node, and
	 * the list does not have it
	 */
	public static ElectionPlan of(String cluster, Peers peers, @Nullable NodeId nodeId,
			@Nullable PeerAddress advertised, @Nullable Integer port, @Nullable String store) {
		ElectionNodeBuilder node = ElectionNodeBuilder.forNode(UNRESOLVED).cluster(cluster).members(peers.members());
		ElectionPlan plan = new ElectionPlan(cluster, peers, nodeId, advertised, port, store, node);
		node.id(plan.provisionalId());
		return plan;
	}

	/**
	 * Whether the transport has a port of its own: then the advertised URL is that of the
	 * application alone.
	 */
	public boolean hasOwnPort() {
		return this.port != null;
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
		return (this.advertised != null && !hasOwnPort()) ? this.peers.byUrl(this.advertised) : null;
	}

	/**
	 * Checks all groups by what is known now.
	 * @throws InvalidElectionConfigurationException if a setting cannot be used
	 */
	public void checkGroups() {
		try {
			this.node.groups().keySet().forEach(this.node::check);
		}
		catch (InvalidSettingException ex) {
			throw InvalidElectionConfigurationException.of(ex);
		}
	}

	/** The id of this node as far as it is known before the web server listens. */
	private NodeId provisionalId() {
		Member self = configuredSelf();
		if (self != null) {
			return self.id();
		}
		if (this.nodeId != null) {
			return this.nodeId;
		}
		return (this.advertised != null && !hasOwnPort()) ? this.advertised.defaultId() : UNRESOLVED;
	}

}
