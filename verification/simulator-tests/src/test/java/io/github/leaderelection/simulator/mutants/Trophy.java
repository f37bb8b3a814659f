package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What came of a hunt.
 *
 * @param mutant what was hunted
 * @param found the broken promise, or null if it survived
 * @param clusterSeconds how much was simulated up to the broken promise, in seconds,
 * where that is known: a scenario that only did not go as expected does not tell
 * @param nanos how long it took
 */
record Trophy(String mutant, @Nullable Catch found, double clusterSeconds, long nanos) {

	/**
	 * Shows the outcomes of all hunts, and how many mutants were found.
	 * @param trophies the outcomes
	 * @return a table
	 */
	static String table(List<Trophy> trophies) {
		StringBuilder table = new StringBuilder();
		table.append(String.format(Locale.ROOT, "%n%-32s %7s %11s  %s%n", "mutant", "took", "simulated",
				"found by: what was broken"));
		trophies.forEach((trophy) -> table.append(trophy.line()));
		long found = trophies.stream().filter((trophy) -> trophy.found() != null).count();
		return table.append(String.format(Locale.ROOT, "%d of %d mutants found%n", found, trophies.size())).toString();
	}

	private String line() {
		String by = (this.found != null) ? this.found.foundBy() + ": " + this.found.promise() : "SURVIVED";
		return String.format(Locale.ROOT, "%-32s %5.1f s %9.1f s  %s%n", this.mutant, this.nanos / 1e9,
				this.clusterSeconds, by);
	}

}
