package io.github.leaderelection.internal.settings;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The configured nodes of the cluster; finds the entry of this node.
 *
 * @param members the nodes, in the order of the list
 */
public record Peers(List<Member> members) {

	public static final String KEY = "leader-election.peers";

	public static final String NODE_ID = "leader-election.node-id";

	public static final String ADVERTISED_URL = "leader-election.advertised-url";

	/** A placeholder, optionally with a default, which may be another placeholder. */
	private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^{}]|\\$\\{[^{}]*})*}");

	private static final String TELL = "Set leader-election.advertised-url to the entry of this node, or give the "
			+ "entries ids (id@url, the same list on every node) and set leader-election.node-id";

	private static final String TELL_ID = "Set leader-election.node-id to its id, which a node without a URL in the "
			+ "list has to be told";

	/**
	 * The configured entries: none if all are empty or placeholders without a value.
	 */
	public static List<String> listed(List<String> entries) {
		return entries.stream().allMatch(Peers::isNothing) ? List.of() : entries;
	}

	private static boolean isNothing(String entry) {
		return PLACEHOLDER.matcher(entry).replaceAll("").isBlank();
	}

	/**
	 * Reads the list. An entry with a range stands for several nodes.
	 * @throws InvalidElectionConfigurationException if an entry is malformed or two name
	 * the same node
	 */
	public static Peers parse(List<String> entries) {
		List<Member> members = new ArrayList<>();
		Map<NodeId, String> ids = new HashMap<>();
		Map<URI, String> urls = new HashMap<>();
		for (int i = 0; i < entries.size(); i++) {
			String key = KEY + "[" + i + "]";
			for (String text : PeerRange.entries(key, entries.get(i).trim())) {
				Member member = member(key, text);
				String sameId = ids.put(member.id(), text);
				URI url = member.url();
				String sameUrl = (url != null) ? urls.put(url, text) : null;
				if (sameUrl != null) {
					throw new InvalidElectionConfigurationException(KEY, entries,
							"'" + sameUrl + "' and '" + text + "' have the same URL", "List each node exactly once");
				}
				if (sameId != null) {
					throw new InvalidElectionConfigurationException(KEY, entries,
							"'" + sameId + "' and '" + text + "' have the same id '" + member.id() + "'",
							"Give each node an id of its own (id@url), the same list on every node");
				}
				members.add(member);
			}
		}
		return new Peers(List.copyOf(members));
	}

	/**
	 * The number of nodes in a list, without parsing their ids and URLs.
	 * @throws InvalidElectionConfigurationException if a range in it is malformed
	 */
	public static int count(List<String> entries) {
		return listed(entries).stream().mapToInt((entry) -> PeerRange.entries(KEY, entry.trim()).size()).sum();
	}

	private static Member member(String key, String text) {
		int at = text.indexOf('@');
		boolean hasId = at >= 0 && !text.substring(0, at).contains("://");
		if (hasId && at == text.length() - 1) {
			return new Member(id(key, text.substring(0, at)), null);
		}
		PeerAddress address = PeerAddress.parse(key, hasId ? text.substring(at + 1) : text);
		return new Member(hasId ? id(key, text.substring(0, at)) : address.defaultId(), address.url());
	}

	/**
	 * Reads the id of a node.
	 * @throws InvalidElectionConfigurationException if the text is no valid id
	 */
	public static NodeId id(String key, String text) {
		try {
			return NodeId.of(text);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(key, text, "A node cannot have the id '" + text + "'",
					"Use 1 to 255 printable ASCII characters without white space, '@' or '/'", ex);
		}
	}

	/**
	 * Whether entries may lack a URL, judged without parsing them.
	 */
	public static boolean isOpen(List<String> entries) {
		return entries.stream().anyMatch((entry) -> entry.trim().endsWith("@"));
	}

	/** Whether a node is listed without a URL. */
	public boolean isOpen() {
		return this.members.stream().anyMatch((member) -> member.url() == null);
	}

	/** The nodes that are listed with a URL. */
	List<NodeId> located() {
		return this.members.stream().filter((member) -> member.url() != null).map(Member::id).toList();
	}

	/** The listed URLs. */
	public Map<NodeId, URI> urls() {
		Map<NodeId, URI> urls = new LinkedHashMap<>();
		for (Member member : this.members) {
			URI url = member.url();
			if (url != null) {
				urls.put(member.id(), url);
			}
		}
		return urls;
	}

	/** The entries in the form of the configuration. */
	List<String> entries() {
		return this.members.stream()
			.map((member) -> member.id() + "@" + ((member.url() != null) ? member.url() : ""))
			.toList();
	}

	public boolean isEmpty() {
		return this.members.isEmpty();
	}

	public List<NodeId> ids() {
		return this.members.stream().map(Member::id).toList();
	}

	/**
	 * Finds a node by its configured id.
	 * @throws InvalidElectionConfigurationException if it is not in the list
	 */
	Member byId(NodeId id) {
		for (Member member : this.members) {
			if (member.id().equals(id)) {
				return member;
			}
		}
		throw new InvalidElectionConfigurationException(NODE_ID, id,
				"No node of this id is among leader-election.peers, which has " + ids(),
				"List this node as " + id + "@url, the same list on every node, or set one of these ids");
	}

	/**
	 * Finds a node by its configured URL.
	 * @throws InvalidElectionConfigurationException if it is not in the list
	 */
	Member byUrl(PeerAddress address) {
		for (Member member : this.members) {
			if (address.url().equals(member.url())) {
				return member;
			}
		}
		throw new InvalidElectionConfigurationException(ADVERTISED_URL, address.url(),
				"No node of this URL is among leader-election.peers, which has " + urls().values(),
				"Add this node to the list on every node, or set leader-election.node-id to the id of its entry");
	}

	/** The entry with this port and a host of this machine, or null. */
	public @Nullable Member here(int port) {
		return this.members.stream().filter((member) -> isHere(member, port)).findFirst().orElse(null);
	}

	private static boolean isHere(Member member, int port) {
		URI url = member.url();
		return url != null && url.getPort() == port && Hosts.isLocal(url.getHost());
	}

	/**
	 * Finds the node that listens on a port of this machine.
	 * @throws InvalidElectionConfigurationException if there is not exactly one
	 */
	public Member byPort(int port) {
		@Nullable Member found = null;
		for (Member member : this.members) {
			if (isHere(member, port)) {
				if (found != null) {
					throw new InvalidElectionConfigurationException(KEY, urls().values(), "Both " + found.url()
							+ " and " + member.url() + " could be this node, which listens on port " + port, TELL);
				}
				found = member;
			}
		}
		if (found == null) {
			throw new InvalidElectionConfigurationException(KEY, urls().values(),
					"No entry is this node, which listens on port " + port
							+ ": none has this port and a host with addresses of this machine alone",
					"Add this node to the list on every node. If it is in there: " + (isOpen() ? TELL_ID : TELL)
							+ ". In a test that listens on a random port use @AutoConfigureLeaderElection of "
							+ "leader-election-test");
		}
		return found;
	}

}
