package io.github.leaderelection.simulator;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.SearchResult;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.Search;

/**
 * The command {@code explore}: searches all that can happen to a small cluster.
 */
final class ExploreCommand {

	private static final long NANOS_PER_SECOND = 1_000_000_000L;

	private static final Set<String> NAMES = Set.of("--mode", "--nodes", "--terms", "--crashes", "--losses",
			"--duplicates", "--breaks", "--resigns", "--rates", "--beats", "--states", "--depth", "--seconds",
			"--threads", "--algorithm", "--minimum", "--give-ways", "--hand-overs", "--lost-states", "--leases",
			"--directories", "--opening");

	/** Any number of both is covered, whatever number is asked for. */
	private static final Set<String> COVERED = Set.of("--losses", "--duplicates");

	private final Map<String, String> options = new HashMap<>();

	private ExploreCommand(String... args) {
		for (int i = 1; i < args.length; i += 2) {
			if (!NAMES.contains(args[i]) || i + 1 == args.length) {
				throw new IllegalArgumentException(
						"'" + args[i] + "' is no option with a value: use " + NAMES.stream().sorted().toList());
			}
			this.options.put(args[i], args[i + 1]);
		}
	}

	/**
	 * Searches, and prints what was found.
	 * @param args the command and its options
	 * @return 1 if a promise is broken, 2 if an option is wrong
	 */
	static int execute(String... args) {
		Search search;
		try {
			search = new ExploreCommand(args).search();
		}
		catch (IllegalArgumentException ex) {
			System.out.println(ex.getMessage());
			return 2;
		}
		SearchResult findings = search.run();
		System.out.print(findings);
		return (findings.broken() != null) ? 1 : 0;
	}

	private Search search() {
		int threads = (int) number("--threads", Runtime.getRuntime().availableProcessors());
		long nanos = number("--seconds", 60) * NANOS_PER_SECOND;
		String algorithm = this.options.getOrDefault("--algorithm", Algorithm.DEFAULT);
		AnyNomination nomination = new AnyNomination(algorithm, (int) number("--minimum", 0),
				(int) number("--give-ways", 0), (int) number("--hand-overs", 0));
		return new Search(bounds(), nomination, threads, System::nanoTime, nanos);
	}

	private Bounds bounds() {
		COVERED.forEach((name) -> number(name, 0));
		int nodes = (int) number("--nodes", 3);
		Mode mode = mode(this.options.getOrDefault("--mode", "timeless"));
		return new Bounds(mode, nodes, (int) number("--terms", 2), (int) number("--crashes", 1),
				(int) number("--breaks", 0), (int) number("--resigns", 0),
				this.options.getOrDefault("--rates", "s" + "f".repeat(Math.max(0, nodes - 1))),
				(int) number("--beats", 7), number("--states", Long.MAX_VALUE),
				(int) number("--depth", Integer.MAX_VALUE))
			.withLost((int) number("--lost-states", 0))
			.withLeases(this.options.getOrDefault("--leases", "l".repeat(Math.max(0, nodes))),
					number("--directories", 1) > 0)
			.withOpening(this.options.getOrDefault("--opening", ""));
	}

	private static Mode mode(String name) {
		for (Mode mode : Mode.values()) {
			if (mode.name().toLowerCase(Locale.ROOT).equals(name)) {
				return mode;
			}
		}
		throw new IllegalArgumentException("There is no mode '" + name + "': use timeless or clocked");
	}

	private long number(String name, long otherwise) {
		String text = this.options.get(name);
		if (text == null) {
			return otherwise;
		}
		if (!text.matches("\\d{1,18}")) {
			throw new IllegalArgumentException("The value '" + text + "' of " + name + " is no number: give one");
		}
		return Long.parseLong(text);
	}

}
