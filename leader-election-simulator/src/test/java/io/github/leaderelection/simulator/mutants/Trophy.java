package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What came of a hunt.
 *
 * @param mutant what was hunted
 * @param found the broken promise, or null if it survived
 * @param clusterSeconds how much was simulated, in seconds
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
		table.append(String.format(Locale.ROOT, "%n%-40s %-50s %-36s %9s %6s%n", "mutant", "found by", "broken promise",
				"simulated", "took"));
		trophies.forEach((trophy) -> table.append(trophy.line()));
		long found = trophies.stream().filter((trophy) -> trophy.found() != null).count();
		return table.append(String.format(Locale.ROOT, "%d of %d mutants found%n", found, trophies.size())).toString();
	}

	private String line() {
		String by = (this.found != null) ? this.found.foundBy() : "SURVIVED";
		String promise = (this.found != null) ? this.found.promise() : "";
		return String.format(Locale.ROOT, "%-40s %-50s %-36s %7.1f s %4.1f s%n", this.mutant, by, promise,
				this.clusterSeconds, this.nanos / 1e9);
	}

}
