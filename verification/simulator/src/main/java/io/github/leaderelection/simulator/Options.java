package io.github.leaderelection.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options of a command, each with a value.
 *
 * @param values the values, by the names of the options
 */
record Options(Map<String, String> values) {

	/**
	 * Reads options.
	 * @param known the names that may be given
	 * @throws IllegalArgumentException if another is given, or one without a value
	 */
	static Options read(List<String> arguments, Set<String> known) {
		Map<String, String> values = new HashMap<>();
		for (int i = 0; i < arguments.size(); i += 2) {
			if (!known.contains(arguments.get(i)) || i + 1 == arguments.size()) {
				throw new IllegalArgumentException("'" + arguments.get(i) + "' is no option with a value: use "
						+ known.stream().sorted().toList());
			}
			values.put(arguments.get(i), arguments.get(i + 1));
		}
		return new Options(values);
	}

	String text(String name, String otherwise) {
		return this.values.getOrDefault(name, otherwise);
	}

	long number(String name, long otherwise) {
		String text = this.values.get(name);
		if (text == null) {
			return otherwise;
		}
		if (!text.matches("\\d{1,18}")) {
			throw new IllegalArgumentException("The value '" + text + "' of " + name + " is no number: give one");
		}
		return Long.parseLong(text);
	}

	int threads() {
		return (int) number("--threads", Runtime.getRuntime().availableProcessors());
	}

}
