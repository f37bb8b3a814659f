package io.github.leaderelection.internal.settings;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.node.GroupOptions;

/**
 * The seed nodes through which nodes without a listed URL join. Elections without seed
 * nodes need all URLs in advance.
 */
public final class SeedNodes {

	static final String KEY = "leader-election.emergent.seed-nodes";

	private static final int DEFAULT_SEEDS = 2;

	private SeedNodes() {
	}

	/**
	 * Checks that the election of a group allows nodes without URLs. Uses the first nodes
	 * with URLs as seed nodes by default.
	 * @throws InvalidElectionConfigurationException if the election does not allow them,
	 * or no node has a URL
	 */
	public static GroupOptions complete(Peers peers, String group, GroupOptions options) {
		if (!peers.isOpen()) {
			return options;
		}
		if (peers.located().isEmpty()) {
			throw new InvalidElectionConfigurationException(Peers.KEY, peers.entries(),
					"No entry has a URL, so there is no seed node through which others could join",
					"Write the entries of one or two nodes as id@url");
		}
		Set<String> joining = joining();
		if (!joining.contains(options.algorithm())) {
			throw new InvalidElectionConfigurationException(Peers.KEY, peers.entries(),
					"Entries have no URL, which only the election '" + String.join("' or '", joining)
							+ "' allows, but group '" + group + "' uses '" + options.algorithm() + "'",
					"Give every entry its URL (id@url), or set leader-election.algorithm=" + joining.iterator().next()
							+ " for all groups");
		}
		Map<String, String> own = new LinkedHashMap<>(options.settings());
		own.putIfAbsent(Algorithm.SEED_NODES,
				String.join(",", peers.located().stream().limit(DEFAULT_SEEDS).map(NodeId::value).toList()));
		return options.withSettings(own);
	}

	/** The elections that allow nodes without URLs. */
	private static Set<String> joining() {
		return Algorithm.names()
			.stream()
			.filter((name) -> Algorithm.named(name).is(Trait.JOINS_BY_SEED_NODES))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Checks that all seed nodes have URLs.
	 * @throws InvalidElectionConfigurationException if one has no URL
	 */
	public static void check(Peers peers, Map<String, GroupOptions> groups) {
		if (!peers.isOpen()) {
			return;
		}
		for (NodeId seed : of(groups)) {
			if (!peers.located().contains(seed)) {
				throw new InvalidElectionConfigurationException(KEY, of(groups),
						"The seed node '" + seed + "' has no URL in leader-election.peers, so nobody could join "
								+ "through it",
						"Write its entry as " + seed + "@url, or name nodes that have URLs: " + peers.located());
			}
		}
	}

	/**
	 * The seed nodes, which are the same in all groups; empty if the election has none.
	 */
	public static List<NodeId> of(Map<String, GroupOptions> groups) {
		return groups.values()
			.stream()
			.map((options) -> options.settings().get(Algorithm.SEED_NODES))
			.filter((text) -> text != null)
			.findFirst()
			.map((text) -> Arrays.stream(text.split(",")).map(String::trim).map(NodeId::of).toList())
			.orElse(List.of());
	}

}
