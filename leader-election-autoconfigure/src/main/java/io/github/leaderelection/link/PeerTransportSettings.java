package io.github.leaderelection.link;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the transport of a node must know.
 *
 * @param cluster the cluster's name; nodes of another are refused
 * @param self this node
 * @param peers the base URLs of the other nodes, context path included
 * @param path the path under which every node accepts links, below its base URL
 * @param secret what all nodes know and nobody else; null for none: then only loopback
 * peers are accepted, in both directions
 * @param members all members, this node included
 */
public record PeerTransportSettings(String cluster, NodeId self, Map<NodeId, URI> peers, String path,
		@Nullable String secret, List<NodeId> members) {

	/** What a greeting may hold of ids, so that it fits into a frame. */
	private static final int MAX_ID_CHARACTERS = 12 * 1024;

	private static final int MAX_CLUSTER_LENGTH = 255;

	/**
	 * Checks the values and copies the collections.
	 * @throws IllegalArgumentException if a value cannot be used; the message names it
	 * and the remedy
	 */
	public PeerTransportSettings {
		Objects.requireNonNull(self, "self");
		peers = Map.copyOf(peers);
		members = List.copyOf(members);
		secret = (secret == null || secret.isEmpty()) ? null : secret;
		if (cluster.isBlank() || cluster.length() > MAX_CLUSTER_LENGTH) {
			throw new IllegalArgumentException("The cluster name '" + cluster + "' has not 1 to " + MAX_CLUSTER_LENGTH
					+ " characters: choose another");
		}
		if (!path.matches("/[A-Za-z0-9._~/-]*")) {
			throw new IllegalArgumentException("The transport path '" + path
					+ "' is not a plain absolute path: begin it with '/' and use letters, digits and . _ ~ - /");
		}
		peers.forEach(PeerTransportSettings::requireUsable);
		int characters = members.stream().mapToInt((id) -> id.value().length()).sum();
		if (characters > MAX_ID_CHARACTERS) {
			throw new IllegalArgumentException("The ids of the " + members.size() + " members have " + characters
					+ " characters together, more than " + MAX_ID_CHARACTERS + ": use shorter node ids");
		}
	}

	private static void requireUsable(NodeId peer, URI url) {
		String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
		if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
			throw new IllegalArgumentException("The URL '" + url + "' of member '" + peer
					+ "' is not an absolute http or https URL: write it as http://host:port");
		}
	}

	/**
	 * Whether a member has an https URL.
	 * @return whether any has
	 */
	public boolean isSecure() {
		return this.peers.values().stream().anyMatch((url) -> "https".equalsIgnoreCase(url.getScheme()));
	}

	/**
	 * Where a member is dialled.
	 */
	@Nullable URI dialUrl(NodeId peer) {
		URI base = this.peers.get(peer);
		if (base == null) {
			return null;
		}
		String prefix = (base.getRawPath() != null) ? base.getRawPath() : "";
		if (prefix.endsWith("/")) {
			prefix = prefix.substring(0, prefix.length() - 1);
		}
		return URI.create(base.getScheme() + "://" + base.getRawAuthority() + prefix + this.path);
	}

	/**
	 * Everything but the secret.
	 */
	@Override
	public String toString() {
		return "PeerTransportSettings[cluster=" + this.cluster + ", self=" + this.self + ", peers=" + this.peers
				+ ", path=" + this.path + ", secret=" + ((this.secret != null) ? "set" : "none") + ", members="
				+ this.members + "]";
	}

}
