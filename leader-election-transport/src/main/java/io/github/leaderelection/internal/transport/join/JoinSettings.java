package io.github.leaderelection.internal.transport.join;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import org.jspecify.annotations.Nullable;

/**
 * What joining must know.
 *
 * @param cluster the cluster's name; nodes of another are refused
 * @param self this node
 * @param members all members, this node included
 * @param seeds the base URLs of the other seed nodes
 * @param seed whether this node is one
 * @param path the path of the transport below the base URLs
 * @param secret what all nodes know and nobody else; null for none: then only loopback
 * nodes are believed
 * @param book what is learned
 */
public record JoinSettings(String cluster, NodeId self, List<NodeId> members, Map<NodeId, URI> seeds, boolean seed,
		String path, @Nullable String secret, AddressBook book) {

	/** What stands behind the path of the transport. */
	public static final String PATH = "/join";

	/**
	 * Checks that nothing is missing and copies the collections.
	 */
	public JoinSettings {
		Objects.requireNonNull(cluster, "cluster");
		Objects.requireNonNull(self, "self");
		Objects.requireNonNull(book, "book");
		members = List.copyOf(members);
		seeds = Map.copyOf(seeds);
	}

	/** Where a seed node answers. */
	URI question(URI seed) {
		return PeerTransportSettings.below(seed, this.path + PATH);
	}

	/**
	 * Everything but the secret.
	 */
	@Override
	public String toString() {
		return "JoinSettings[cluster=" + this.cluster + ", self=" + this.self + ", seeds=" + this.seeds + ", seed="
				+ this.seed + ", path=" + this.path + ", secret=" + ((this.secret != null) ? "set" : "none") + "]";
	}

}
