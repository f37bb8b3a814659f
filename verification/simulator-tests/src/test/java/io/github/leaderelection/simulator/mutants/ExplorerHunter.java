package io.github.leaderelection.simulator.mutants;

import java.util.stream.Stream;

import io.github.leaderelection.simulator.explorer.Search;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import org.jspecify.annotations.Nullable;

/**
 * Searches with the explorer of the class loader it was loaded by. Public, for the class
 * that makes it is of another class loader.
 */
public final class ExplorerHunter implements Hunter {

	private static final int ALL_BEATS = 7;

	private static final int MOST_STATES = 5_000_000;

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private static final int PARTS = 5;

	/**
	 * Searches.
	 * @param bounds mode, nodes, crashes, breaks and rates, separated by blanks; after
	 * them perhaps the name of an election in two layers; anywhere {@code lost=1},
	 * {@code leases=lss} without directories, {@code directories=lss} with them,
	 * {@code give-ways=1}, and {@code opening=} with a name
	 * @return what was found, its events as the lines of what was seen
	 */
	@Override
	public @Nullable Catch play(String bounds) {
		String[] parts = Stream.of(bounds.split(" ")).filter((part) -> !part.contains("=")).toArray(String[]::new);
		Bounds limits = new Bounds(Mode.valueOf(parts[0]), Integer.parseInt(parts[1]), 2, Integer.parseInt(parts[2]),
				Integer.parseInt(parts[3]), 0, parts[4], ALL_BEATS, MOST_STATES, Integer.MAX_VALUE)
			.withLost(Integer.parseInt(option(bounds, "lost", "0")))
			.withOpening(option(bounds, "opening", ""));
		String leases = option(bounds, "leases", "");
		limits = leases.isEmpty() ? limits : limits.withLeases(leases, false);
		String durable = option(bounds, "directories", "");
		limits = durable.isEmpty() ? limits : limits.withLeases(durable, true);
		AnyNomination nomination = new AnyNomination((parts.length == PARTS) ? "quorum" : parts[PARTS], 0,
				Integer.parseInt(option(bounds, "give-ways", "0")), 0);
		// what several threads find, one looks for once more
		SearchResult findings = new Search(limits, nomination, 1, System::nanoTime, FOR_EVER).run();
		String broken = findings.broken();
		return (broken != null) ? new Catch(bounds, broken, String.join("\n", findings.trace())) : null;
	}

	static String option(String bounds, String name, String otherwise) {
		return Stream.of(bounds.split(" "))
			.filter((part) -> part.startsWith(name + "="))
			.map((part) -> part.substring(name.length() + 1))
			.findFirst()
			.orElse(otherwise);
	}

	@Override
	public @Nullable Catch play(long seed) {
		throw new UnsupportedOperationException("A search has no seeds");
	}

	@Override
	public double clusterSeconds() {
		return 0;
	}

}
