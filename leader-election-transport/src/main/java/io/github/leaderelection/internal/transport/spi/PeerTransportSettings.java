package io.github.leaderelection.internal.transport.spi;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a node's transport.
 *
 * @param cluster the cluster's name; nodes of another one are refused
 * @param peers the base URLs of the other nodes, context path included
 * @param path the path under which every node accepts links, below its base URL
 * @param learned the base URL of a member that is not among the peers, or null while it
 * is unknown; any thread calls it, and it must not block
 * @param lease how long one direction between two members may be closed; then the
 * connection of the other direction serves both
 * @param rules the election rules of this node's groups, by the group's name
 * @param applications the URLs of the members' applications
 * @param observers how many observers this node accepts, and which views they see
 * @param crashDetection how members learn that the process of another has ended
 */
public record PeerTransportSettings(String cluster, NodeId self, Map<NodeId, URI> peers, String path,
		Protection protection, List<NodeId> members, Function<NodeId, @Nullable URI> learned, Duration lease,
		Map<String, String> rules, ApplicationUrls applications, Observers observers,
		CrashDetector.Factory crashDetection) {

	/** The most characters of ids that fit into a greeting. */
	private static final int MAX_ID_CHARACTERS = 12 * 1024;

	private static final int MAX_CLUSTER_LENGTH = 255;

	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(1);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if a value is invalid; the message names it and
	 * the remedy
	 */
	public PeerTransportSettings {
		Objects.requireNonNull(self, "self");
		Objects.requireNonNull(learned, "learned");
		Objects.requireNonNull(lease, "lease");
		Objects.requireNonNull(applications, "applications");
		Objects.requireNonNull(observers, "observers");
		Objects.requireNonNull(crashDetection, "crashDetection");
		peers = Map.copyOf(peers);
		members = List.copyOf(members);
		rules = Map.copyOf(rules);
		Objects.requireNonNull(protection, "protection");
		if (cluster.isBlank() || cluster.length() > MAX_CLUSTER_LENGTH) {
			throw new IllegalArgumentException("The cluster name '" + cluster + "' is blank or longer than "
					+ MAX_CLUSTER_LENGTH + " characters: choose another one");
		}
		if (!path.matches("/[A-Za-z0-9._~/-]*")) {
			throw new IllegalArgumentException("The transport path '" + path
					+ "' is not a plain absolute path: start it with '/' and use only letters, digits and . _ ~ - /");
		}
		peers.forEach(PeerTransportSettings::requireUsable);
		int characters = members.stream().mapToInt((id) -> id.value().length()).sum();
		if (characters > MAX_ID_CHARACTERS) {
			throw new IllegalArgumentException("The ids of the " + members.size() + " members have " + characters
					+ " characters together, more than " + MAX_ID_CHARACTERS + ": use shorter node ids");
		}
	}

	/**
	 * Settings for members whose URLs are all known beforehand.
	 */
	public PeerTransportSettings(String cluster, NodeId self, Map<NodeId, URI> peers, String path,
			@Nullable String secret, List<NodeId> members) {
		this(cluster, self, peers, path, Protection.of(secret), members, (member) -> null, DEFAULT_LEASE, Map.of(),
				new ApplicationUrls(null));
	}

	/**
	 * Settings of a node that accepts no observers.
	 */
	public PeerTransportSettings(String cluster, NodeId self, Map<NodeId, URI> peers, String path,
			Protection protection, List<NodeId> members, Function<NodeId, @Nullable URI> learned, Duration lease,
			Map<String, String> rules, ApplicationUrls applications) {
		this(cluster, self, peers, path, protection, members, learned, lease, rules, applications, Observers.NONE,
				CrashDetector.Factory.OFF);
	}

	/** Settings without crash detection. */
	public PeerTransportSettings(String cluster, NodeId self, Map<NodeId, URI> peers, String path,
			Protection protection, List<NodeId> members, Function<NodeId, @Nullable URI> learned, Duration lease,
			Map<String, String> rules, ApplicationUrls applications, Observers observers) {
		this(cluster, self, peers, path, protection, members, learned, lease, rules, applications, observers,
				CrashDetector.Factory.OFF);
	}

	/**
	 * Returns the same settings with crash detection.
	 */
	public PeerTransportSettings withCrashDetection(CrashDetector.Factory detection) {
		return new PeerTransportSettings(this.cluster, this.self, this.peers, this.path, this.protection, this.members,
				this.learned, this.lease, this.rules, this.applications, this.observers, detection);
	}

	/** The secret that all nodes share, null for none. */
	public @Nullable String secret() {
		return this.protection.secret();
	}

	private static void requireUsable(NodeId peer, URI url) {
		String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
		if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
			throw new IllegalArgumentException("The URL '" + url + "' of member '" + peer
					+ "' is not an absolute http or https URL: write it as http://host:port");
		}
	}

	/**
	 * Returns why this node must not dial a URL, or null if it may. May block to look up
	 * the host.
	 */
	public @Nullable RefusalReason reasonNotToDial(URI url) {
		return this.protection.reasonNotToDial(url);
	}

	/** The URL at which a member is dialled, or null while it is unknown. */
	public @Nullable URI dialUrl(NodeId peer) {
		URI listed = this.peers.get(peer);
		URI base = (listed != null) ? listed : this.learned.apply(peer);
		return (base != null) ? below(base, this.path) : null;
	}

	/** Appends a path to a base URL. */
	public static URI below(URI base, String path) {
		String prefix = (base.getRawPath() != null) ? base.getRawPath() : "";
		if (prefix.endsWith("/")) {
			prefix = prefix.substring(0, prefix.length() - 1);
		}
		return URI.create(base.getScheme() + "://" + base.getRawAuthority() + prefix + path);
	}

	/**
	 * Does not contain the secret.
	 */
	@Override
	public String toString() {
		return "PeerTransportSettings[cluster=" + this.cluster + ", self=" + this.self + ", peers=" + this.peers
				+ ", path=" + this.path + ", " + this.protection + ", members=" + this.members + "]";
	}

}
