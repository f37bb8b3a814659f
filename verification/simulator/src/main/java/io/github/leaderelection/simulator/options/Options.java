package io.github.leaderelection.simulator.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;

/**
 * The options of a command, each with a value.
 *
 * @param values the values, by the names of the options
 */
public record Options(Map<String, String> values) {

	/**
	 * Reads options.
	 * @param known the names that may be given
	 * @throws IllegalArgumentException if another is given, or one without a value
	 */
	public static Options read(List<String> arguments, Set<String> known) {
		Map<String, String> values = new HashMap<>();
		for (int i = 0; i < arguments.size(); i += 2) {
			if (!known.contains(arguments.get(i))) {
				throw new IllegalArgumentException(
						"'" + arguments.get(i) + "' is no option: use " + known.stream().sorted().toList());
			}
			if (i + 1 == arguments.size()) {
				throw new IllegalArgumentException("'" + arguments.get(i) + "' has no value: put one behind it");
			}
			values.put(arguments.get(i), arguments.get(i + 1));
		}
		return new Options(values);
	}

	/** Whether they name the election by a lease, which has options of its own. */
	public static boolean isOfLease(List<String> arguments) {
		int algorithm = arguments.indexOf("--algorithm");
		return algorithm >= 0 && algorithm + 1 < arguments.size()
				&& arguments.get(algorithm + 1).equals(Algorithm.LEASE);
	}

	/** Whether an option was given. */
	public boolean has(String name) {
		return this.values.containsKey(name);
	}

	/** The value of an option, or another. */
	public String text(String name, String otherwise) {
		return this.values.getOrDefault(name, otherwise);
	}

	/**
	 * The value of an option, or another.
	 * @throws IllegalArgumentException if it is no number
	 */
	public long number(String name, long otherwise) {
		String text = this.values.get(name);
		if (text == null) {
			return otherwise;
		}
		if (!text.matches("\\d{1,18}")) {
			throw new IllegalArgumentException("The value '" + text + "' of " + name + " is no number: give one");
		}
		return Long.parseLong(text);
	}

	/** How many threads are to be used. */
	public int threads() {
		return (int) number("--threads", Runtime.getRuntime().availableProcessors());
	}

}
