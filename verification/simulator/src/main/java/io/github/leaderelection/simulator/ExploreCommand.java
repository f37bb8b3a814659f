package io.github.leaderelection.simulator;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.explorer.Search;
import io.github.leaderelection.simulator.explorer.SearchResult;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;

/**
 * The command {@code explore}: searches all that can happen to a small cluster.
 */
final class ExploreCommand {

	private static final long NANOS_PER_SECOND = 1_000_000_000L;

	private static final Set<String> NAMES = Set.of("--mode", "--nodes", "--terms", "--crashes", "--losses",
			"--duplicates", "--breaks", "--resigns", "--rates", "--beats", "--states", "--depth", "--seconds",
			"--threads", "--algorithm", "--minimum", "--give-ways", "--hand-overs", "--lost-states", "--leases",
			"--directories", "--opening", "--witnesses", "--learned-ends");

	/** Any number of both is covered, whatever number is asked for. */
	private static final Set<String> COVERED = Set.of("--losses", "--duplicates");

	private final Options options;

	private ExploreCommand(List<String> arguments) {
		this.options = Options.read(arguments, NAMES);
	}

	/**
	 * Searches, and prints what was found.
	 * @return 1 if a promise is broken, 2 if an option is wrong
	 */
	static int execute(List<String> arguments) {
		if (LeaseExploreCommand.isMeant(arguments)) {
			return LeaseExploreCommand.execute(arguments);
		}
		Search search;
		try {
			search = new ExploreCommand(arguments).search();
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
		int threads = this.options.threads();
		long nanos = this.options.number("--seconds", 60) * NANOS_PER_SECOND;
		String algorithm = this.options.text("--algorithm", Algorithm.DEFAULT);
		AnyNomination nomination = new AnyNomination(algorithm, (int) this.options.number("--minimum", 0),
				(int) this.options.number("--give-ways", 0), (int) this.options.number("--hand-overs", 0));
		return new Search(bounds(), nomination, threads, System::nanoTime, nanos);
	}

	private Bounds bounds() {
		COVERED.forEach((name) -> this.options.number(name, 0));
		int nodes = (int) this.options.number("--nodes", 3);
		Mode mode = mode(this.options.text("--mode", "timeless"));
		return new Bounds(mode, nodes, (int) this.options.number("--terms", 2),
				(int) this.options.number("--crashes", 1), (int) this.options.number("--breaks", 0),
				(int) this.options.number("--resigns", 0),
				this.options.text("--rates", "s" + "f".repeat(Math.max(0, nodes - 1))),
				(int) this.options.number("--beats", 7), this.options.number("--states", Long.MAX_VALUE),
				(int) this.options.number("--depth", Integer.MAX_VALUE))
			.withLost((int) this.options.number("--lost-states", 0))
			.withLeases(this.options.text("--leases", "l".repeat(Math.max(0, nodes))),
					this.options.number("--directories", 1) > 0)
			.withOpening(this.options.text("--opening", ""))
			.withWitnesses((int) this.options.number("--witnesses", 0))
			.withLearnedEnds((int) this.options.number("--learned-ends", 0));
	}

	private static Mode mode(String name) {
		for (Mode mode : Mode.values()) {
			if (mode.name().toLowerCase(Locale.ROOT).equals(name)) {
				return mode;
			}
		}
		throw new IllegalArgumentException("There is no mode '" + name + "': use timeless or clocked");
	}

}
