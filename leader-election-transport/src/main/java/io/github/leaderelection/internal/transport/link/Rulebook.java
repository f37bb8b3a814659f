package io.github.leaderelection.internal.transport.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.internal.transport.wire.HandshakeFrame.GroupRules;
import io.github.leaderelection.spi.ForeignRules;

/**
 * The election rules of a node's groups, short enough for a greeting. If all names
 * together are too long, the groups with the most frequent rules are not named.
 * Immutable.
 */
final class Rulebook {

	/** Leaves room for the ids of all members in the greeting. */
	private static final int MAX_CHARACTERS = 2048;

	/** The longest list of the wire form. */
	private static final int MAX_LIST = 256;

	private final Map<String, String> rules;

	private final List<GroupRules> told;

	/**
	 * Sorts the groups by their rules.
	 * @throws IllegalArgumentException if too many groups have other rules than the most
	 * frequent ones
	 */
	Rulebook(Map<String, String> rules) {
		this.rules = Map.copyOf(rules);
		this.told = told(rules);
	}

	private static List<GroupRules> told(Map<String, String> rules) {
		Map<String, List<String>> byRules = new TreeMap<>();
		new TreeMap<>(rules).forEach((group, by) -> byRules.computeIfAbsent(by, (key) -> new ArrayList<>()).add(group));
		List<GroupRules> told = new ArrayList<>();
		if (!fits(byRules)) {
			String frequent = byRules.keySet()
				.stream()
				.max(Comparator.comparingInt((by) -> byRules.getOrDefault(by, List.of()).size()))
				.orElseThrow();
			byRules.remove(frequent);
			told.add(new GroupRules(frequent, List.of()));
		}
		if (!fits(byRules)) {
			throw new IllegalArgumentException("The names of the groups with other rules than the most frequent ones "
					+ "have more than " + MAX_CHARACTERS + " characters together: use fewer groups or shorter names");
		}
		byRules.forEach((by, groups) -> {
			for (int from = 0; from < groups.size(); from += MAX_LIST) {
				told.add(new GroupRules(by, groups.subList(from, Math.min(groups.size(), from + MAX_LIST))));
			}
		});
		return List.copyOf(told);
	}

	private static boolean fits(Map<String, List<String>> byRules) {
		int characters = 0;
		for (Map.Entry<String, List<String>> entry : byRules.entrySet()) {
			characters += written(entry.getKey());
			characters += entry.getValue().stream().mapToInt(Rulebook::written).sum();
		}
		return characters <= MAX_CHARACTERS;
	}

	/** The length with quotes, comma and escapes. */
	private static int written(String text) {
		return 3 + text.chars().map((c) -> (c >= ' ' && c < 0x7f && c != '"' && c != '\\') ? 1 : 6).sum();
	}

	/** The rules for the greeting. */
	List<GroupRules> told() {
		return this.told;
	}

	/**
	 * Compares with the greeting of another member.
	 * @return the groups with other rules there, without groups that the other member
	 * lacks
	 */
	Map<String, ForeignRules> differing(List<GroupRules> theirs) {
		Map<String, String> named = new HashMap<>();
		String others = null;
		for (GroupRules each : theirs) {
			each.groups().forEach((group) -> named.put(group, each.rules()));
			others = each.groups().isEmpty() ? each.rules() : others;
		}
		Map<String, ForeignRules> differing = new TreeMap<>();
		for (Map.Entry<String, String> own : this.rules.entrySet()) {
			String their = named.getOrDefault(own.getKey(), others);
			if (their != null && !their.equals(own.getValue())) {
				differing.put(own.getKey(), new ForeignRules(their, own.getValue()));
			}
		}
		return differing;
	}

}
