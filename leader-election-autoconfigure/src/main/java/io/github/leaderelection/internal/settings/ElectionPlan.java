package io.github.leaderelection.internal.settings;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.node.ElectionNodeBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The configured election of this node, checked as far as possible before the web server
 * listens.
 *
 * @param peers the nodes, empty for a node that leads alone
 * @param advertised the configured base URL of this node
 * @param port the configured port of the transport, null if peers reach this node through
 * its web server
 * @param store the name of the store of the lease, null if nodes elect among themselves
 * @param node the settings that do not depend on the identity of this node, under a
 * provisional id
 */
public record ElectionPlan(String cluster, Peers peers, @Nullable NodeId nodeId, @Nullable PeerAddress advertised,
		@Nullable Integer port, @Nullable String store, ElectionNodeBuilder node) {

	private static final NodeId UNRESOLVED = NodeId.of("unresolved");

	/**
	 * Creates a plan.
	 * @throws InvalidElectionConfigurationException if the settings name this node, but
	 * the list lacks it
	 */
	public static ElectionPlan of(String cluster, Peers peers, @Nullable NodeId nodeId,
			@Nullable PeerAddress advertised, @Nullable Integer port, @Nullable String store) {
		ElectionNodeBuilder node = ElectionNodeBuilder.forNode(UNRESOLVED).cluster(cluster).members(peers.members());
		ElectionPlan plan = new ElectionPlan(cluster, peers, nodeId, advertised, port, store, node);
		node.id(plan.provisionalId());
		return plan;
	}

	/**
	 * Whether the transport has a port of its own. The advertised URL is then only that
	 * of the application.
	 */
	public boolean hasOwnPort() {
		return this.port != null;
	}

	/** Whether this node leads alone. */
	public boolean standalone() {
		return this.peers.isEmpty();
	}

	/**
	 * The entry of this node, null if no setting names the node.
	 * @throws InvalidElectionConfigurationException if the list lacks this node
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
	 * Checks all groups with the present settings of the node.
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
