package io.github.leaderelection.system.benchmark;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was asked for on the command line.
 *
 * @param check whether a missed target is a failure
 * @param json where to write the figures
 * @param transport what the nodes talk over
 * @param numbers the options that take a number
 * @param flags the options that take nothing and were given
 * @param texts the options that take a word and were given
 */
record Options(boolean check, Path json, String transport, Map<String, Integer> numbers, Set<String> flags,
		Map<String, String> texts) {

	static Options parse(String name, String[] args, Map<String, Integer> defaults) {
		return parse(name, args, defaults, Set.of());
	}

	static Options parse(String name, String[] args, Map<String, Integer> defaults, Set<String> known) {
		return parse(name, args, defaults, known, Set.of());
	}

	static Options parse(String name, String[] args, Map<String, Integer> defaults, Set<String> known,
			Set<String> knownTexts) {
		Map<String, String> texts = new HashMap<>();
		Set<String> flags = new HashSet<>();
		Map<String, Integer> numbers = new HashMap<>(defaults);
		boolean check = false;
		Path json = Path.of(System.getProperty("basedir", ""), "target", name + ".json");
		String transport = "websocket";
		Deque<String> rest = new ArrayDeque<>(List.of(args));
		while (!rest.isEmpty()) {
			String option = rest.pop();
			if (option.equals("--check")) {
				check = true;
			}
			else if (option.equals("--json") && !rest.isEmpty()) {
				json = Path.of(rest.pop());
			}
			else if (option.equals("--transport") && !rest.isEmpty()) {
				transport = rest.pop();
			}
			else if (option.startsWith("--") && numbers.containsKey(option.substring(2)) && !rest.isEmpty()) {
				numbers.put(option.substring(2), Integer.parseInt(rest.pop()));
			}
			else if (option.startsWith("--") && knownTexts.contains(option.substring(2)) && !rest.isEmpty()) {
				texts.put(option.substring(2), rest.pop());
			}
			else if (option.startsWith("--") && known.contains(option.substring(2))) {
				flags.add(option.substring(2));
			}
			else {
				throw new IllegalArgumentException("Not an option, or without its value: '" + option
						+ "'. There are --check, --json FILE, --transport TYPE, with a number each " + defaults.keySet()
						+ ", with a word each " + knownTexts + ", and " + known);
			}
		}
		return new Options(check, json, transport, Map.copyOf(numbers), Set.copyOf(flags), Map.copyOf(texts));
	}

	int number(String name) {
		return this.numbers.get(name);
	}

}
