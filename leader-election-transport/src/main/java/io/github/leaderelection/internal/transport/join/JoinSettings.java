package io.github.leaderelection.internal.transport.join;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import org.jspecify.annotations.Nullable;

/**
 * The settings of joining.
 *
 * @param cluster the cluster's name; nodes of another cluster are refused
 * @param seeds the base URLs of the other seed nodes
 * @param seed whether this node is a seed node
 * @param path the path of the transport below the base URLs
 * @param protection the protection against strangers; without a secret only loopback
 * nodes are trusted
 */
public record JoinSettings(String cluster, NodeId self, List<NodeId> members, Map<NodeId, URI> seeds, boolean seed,
		String path, Protection protection, AddressBook book) {

	/** The path of joins, appended to the path of the transport. */
	public static final String PATH = "/join";

	public JoinSettings {
		Objects.requireNonNull(cluster, "cluster");
		Objects.requireNonNull(self, "self");
		Objects.requireNonNull(book, "book");
		members = List.copyOf(members);
		seeds = Map.copyOf(seeds);
	}

	/** The secret that all nodes share, null for none. */
	@Nullable String secret() {
		return this.protection.secret();
	}

	/** The URL at which a seed node answers. */
	URI question(URI seed) {
		return PeerTransportSettings.below(seed, this.path + PATH);
	}

	/**
	 * Does not contain the secret.
	 */
	@Override
	public String toString() {
		return "JoinSettings[cluster=" + this.cluster + ", self=" + this.self + ", seeds=" + this.seeds + ", seed="
				+ this.seed + ", path=" + this.path + ", " + this.protection + "]";
	}

}
