package io.github.leaderelection.internal.settings;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The configured observation, checked as far as possible before the web server listens.
 *
 * @param groups the names of the groups to follow
 */
public record ObserverPlan(String cluster, Peers peers, @Nullable NodeId nodeId, List<String> groups) {

	public static final String KEY = "leader-election.observe";

	/** The remedy if an observer is listed as a member. */
	private static final String REMEDY = "Remove this node from leader-election.peers on every node, or remove " + KEY;

	/**
	 * Checks that there are members to observe, and that this node is not listed.
	 * @throws InvalidElectionConfigurationException if not
	 */
	public ObserverPlan {
		if (peers.isEmpty()) {
			throw new InvalidElectionConfigurationException(Peers.KEY, null,
					"This node shall observe, and there are no members to observe",
					"List all members under leader-election.peers as they list themselves, or remove " + KEY);
		}
		if (peers.urls().isEmpty()) {
			throw new InvalidElectionConfigurationException(Peers.KEY, peers.entries(),
					"This node shall observe, and no entry has a URL that it could dial",
					"Give at least one member its URL, as id@url");
		}
		if (nodeId != null && peers.ids().contains(nodeId)) {
			throw new InvalidElectionConfigurationException(Peers.NODE_ID, nodeId,
					"This node shall observe, and leader-election.peers has a member of this id: " + peers.entries(),
					REMEDY + ", or give it another id");
		}
		groups = List.copyOf(groups);
	}

	/**
	 * Checks that no entry has the URL of this node.
	 * @throws InvalidElectionConfigurationException if an entry has it
	 */
	public void checkAdvertised(@Nullable PeerAddress advertised) {
		if (advertised != null && this.peers.urls().containsValue(advertised.url())) {
			throw new InvalidElectionConfigurationException(Peers.ADVERTISED_URL, advertised.url(),
					"This node shall observe, and leader-election.peers has a member of this URL: "
							+ this.peers.entries(),
					REMEDY);
		}
	}

	/**
	 * Checks that no entry has a host of this machine and the port of its web server.
	 * @throws InvalidElectionConfigurationException if an entry has it
	 */
	public void checkPort(int port) {
		Member self = this.peers.here(port);
		if (self != null) {
			throw new InvalidElectionConfigurationException(Peers.KEY, this.peers.entries(),
					"This node shall observe, and '" + self.id() + "@" + self.url()
							+ "' is this node, which listens on port " + port,
					REMEDY);
		}
	}

	/** The base URLs of the members, in the order of the list. */
	public Map<NodeId, URI> urls() {
		return this.peers.urls();
	}

}
