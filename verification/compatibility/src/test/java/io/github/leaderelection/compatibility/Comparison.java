package io.github.leaderelection.compatibility;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * The same application without and with the starter, by section.
 *
 * @param without what it is without
 * @param with what it is with
 */
record Comparison(Map<String, Map<String, String>> without, Map<String, Map<String, String>> with) {

	static Comparison of(String... arguments) throws Exception {
		return new Comparison(SeparateApplication.snapshot(false, arguments),
				SeparateApplication.snapshot(true, arguments));
	}

	Set<String> sections() {
		Set<String> all = new TreeSet<>(this.without.keySet());
		all.addAll(this.with.keySet());
		return all;
	}

	Map<String, String> without(String section) {
		return this.without.getOrDefault(section, Map.of());
	}

	Map<String, String> with(String section) {
		return this.with.getOrDefault(section, Map.of());
	}

	/** What the starter adds, with what it is. */
	Map<String, String> added(String section) {
		return only(with(section), (key, value) -> !without(section).containsKey(key));
	}

	/** What there is without the starter alone, or is other than with it. */
	Map<String, String> changed(String section) {
		return only(without(section), (key, value) -> !value.equals(with(section).get(key)));
	}

	private static Map<String, String> only(Map<String, String> all, BiPredicate<String, String> which) {
		Map<String, String> found = new TreeMap<>();
		all.forEach((key, value) -> {
			if (which.test(key, value)) {
				found.put(key, value);
			}
		});
		return found;
	}

	/** Sections in which something was added, removed or changed. */
	Set<String> differences() {
		Set<String> different = new TreeSet<>(sections());
		different.removeIf((section) -> added(section).isEmpty() && changed(section).isEmpty());
		return different;
	}

}
