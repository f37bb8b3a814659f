package io.github.leaderelection.simulator.lab.script;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.leaderelection.simulator.lab.stage.Stage;

/**
 * Nodes as a scenario names them: {@code n0}, {@code leader},
 * {@code leader's first successor}, {@code followers}, {@code all}, {@code all but ..}, a
 * name given with {@code call}, or several of these with commas. Who is meant is found
 * out when the step is played.
 */
@FunctionalInterface
interface Nodes {

	/** How successors are counted. */
	List<String> PLACES = List.of("first", "second", "third", "fourth", "fifth", "sixth");

	/**
	 * Who is meant now.
	 */
	List<Integer> in(Stage stage);

	/**
	 * The only one that is meant now.
	 */
	default int one(Stage stage) {
		List<Integer> found = in(stage);
		if (found.size() != 1) {
			throw new ScriptException("one node is wanted, but " + found.size() + " are meant: name a single one");
		}
		return found.get(0);
	}

	/**
	 * Reads one or several.
	 */
	static Nodes read(Words words) {
		List<Nodes> parts = words.list(() -> readOne(words));
		return (stage) -> {
			Set<Integer> found = new LinkedHashSet<>();
			parts.forEach((part) -> found.addAll(part.in(stage)));
			return List.copyOf(found);
		};
	}

	/**
	 * Reads one that is to be the only one.
	 */
	static Nodes readSingle(Words words) {
		Nodes nodes = read(words);
		return (stage) -> List.of(nodes.one(stage));
	}

	/**
	 * Reads the two ends of links, such as n0-n1.
	 */
	static List<Nodes> readPair(Words words) {
		String link = words.next("a link such as n0-n1");
		String[] ends = link.split("-", -1);
		if (ends.length != 2) {
			throw words.wrong("'" + link + "' is no link: write two names with '-' between them");
		}
		return List.of(named(ends[0], words), named(ends[1], words));
	}

	/**
	 * Reads a name that is given to nodes.
	 */
	static String readNewName(Words words) {
		String name = words.next("a name");
		boolean taken = List.of("all", "leader", "followers").contains(name) || name.matches("n\\d+");
		if (!isName(name) || taken) {
			throw words.wrong("'" + name + "' cannot be given as a name: use another lower-case word");
		}
		return name;
	}

	/**
	 * All of them.
	 */
	static List<Integer> all(Stage stage) {
		return without(stage, List.of());
	}

	private static Nodes readOne(Words words) {
		if (words.accept("all", "but")) {
			Nodes others = readOne(words);
			return (stage) -> without(stage, others.in(stage));
		}
		if (words.accept("all")) {
			return Nodes::all;
		}
		if (words.accept("followers")) {
			return (stage) -> without(stage, List.of(leader(stage)));
		}
		if (words.accept("leader")) {
			return (stage) -> List.of(leader(stage));
		}
		if (words.accept("leader's")) {
			return successor(words);
		}
		return named(words.next("a node"), words);
	}

	private static Nodes successor(Words words) {
		String place = words.next("'first', 'second' and so on, or 'last'");
		words.expect("successor");
		if (!place.equals("last") && !PLACES.contains(place)) {
			throw words.wrong("'" + place + "' successor: use one of " + PLACES + " or 'last'");
		}
		return (stage) -> {
			List<Integer> successors = stage.successors(leader(stage));
			int index = place.equals("last") ? successors.size() - 1 : PLACES.indexOf(place);
			if (index < 0 || index >= successors.size()) {
				throw new ScriptException("the leader has " + successors.size() + " successors, not a " + place
						+ " one: wait until the others are linked, or run more nodes");
			}
			return List.of(successors.get(index));
		};
	}

	/**
	 * A node by its number, or by a name that was given to it.
	 */
	static Nodes named(String name, Words words) {
		if (!isName(name)) {
			throw words.wrong("'" + name + "' names no node: write n0, leader, leader's first successor, followers, all"
					+ ", all but .., or a name given with 'call'");
		}
		if (name.matches("n\\d+")) {
			return (stage) -> List.of(machine(stage, name));
		}
		if (name.equals("leader")) {
			return (stage) -> List.of(leader(stage));
		}
		return (stage) -> {
			List<Integer> found = stage.named(name);
			if (found == null) {
				throw new ScriptException("nobody is called '" + name + "' yet: say who with 'call " + name + " = ..'");
			}
			return found;
		};
	}

	/**
	 * Whether a word can name nodes.
	 */
	static boolean isName(String word) {
		return word.matches("[a-z][a-z0-9_]*");
	}

	private static int machine(Stage stage, String name) {
		int machine = Integer.parseInt(name.substring(1));
		if (machine >= stage.size()) {
			throw new ScriptException(
					String.format(Locale.ROOT, "there is no %s: there are %d nodes, n0 to n%d; run more with --nodes",
							name, stage.size(), stage.size() - 1));
		}
		return machine;
	}

	private static int leader(Stage stage) {
		int leader = stage.lastLeader();
		if (leader < 0) {
			throw new ScriptException("nobody has led yet: put 'await leader' before");
		}
		return leader;
	}

	private static List<Integer> without(Stage stage, List<Integer> excluded) {
		return IntStream.range(0, stage.size()).filter((node) -> !excluded.contains(node)).boxed().toList();
	}

}
