package io.github.leaderelection.system.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts together what is said on a command line: Spring Boot takes an option that is given
 * twice for a list.
 */
final class Arguments {

	private Arguments() {
	}

	/**
	 * Adds options.
	 * @param options some, each as {@code --key=value}
	 * @param more others, which replace those of the same key
	 * @return all
	 */
	static List<String> merge(List<String> options, List<String> more) {
		Map<String, String> byKey = new LinkedHashMap<>();
		options.forEach((option) -> byKey.put(key(option), option));
		more.forEach((option) -> byKey.put(key(option), option));
		return new ArrayList<>(byKey.values());
	}

	private static String key(String option) {
		return option.substring(0, option.indexOf('='));
	}

}
