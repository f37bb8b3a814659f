package io.github.leaderelection.benchmark;

import java.util.List;
import java.util.Locale;

import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs {@link IsLeaderBenchmark} and {@link OwnsBenchmark} and holds their figures
 * against the targets.
 */
public final class IsLeaderCost {

	private static final double AT_MOST_TIMES_THE_CLOCKS = 1.3;

	private static final double MOST_NANOS_OF_OWNS = 150;

	/** The loop's own renewals allocate beside the calls, spread over all of them. */
	private static final double NO_ALLOCATION = 0.1;

	private IsLeaderCost() {
	}

	/**
	 * Measures and prints.
	 * @param args {@code --check} to exit with 1 if a target is missed
	 * @throws RunnerException if the measurement fails
	 */
	public static void main(String[] args) throws RunnerException {
		Figures figures = Figures.of(IsLeaderBenchmark.class);
		double clocks = figures.nanos("bothClocks");
		double asked = figures.nanos("isLeaderOnLeader");
		double bytes = figures.bytes("isLeaderOnLeader");
		boolean fast = asked <= AT_MOST_TIMES_THE_CLOCKS * clocks;
		boolean lean = bytes < NO_ALLOCATION;
		System.out.printf(Locale.ROOT, "%n%-6s isLeader() %.1f ns, both clocks %.1f ns: %.2f times, at most %.1f%n",
				fast ? "met" : "MISSED", asked, clocks, asked / clocks, AT_MOST_TIMES_THE_CLOCKS);
		System.out.printf(Locale.ROOT, "%-6s isLeader() allocates %.4f bytes a call, at most %.1f%n",
				lean ? "met" : "MISSED", bytes, NO_ALLOCATION);
		Figures owns = Figures.of(OwnsBenchmark.class);
		System.out.println();
		for (String method : List.of("owns", "ownsElsewhere", "ownsKey", "isOwned")) {
			System.out.printf(Locale.ROOT, "       %-13s %7.1f ns %7.1f bytes%n", method, owns.nanos(method),
					owns.bytes(method));
		}
		boolean ownsFast = owns.nanos("owns") <= MOST_NANOS_OF_OWNS;
		System.out.printf(Locale.ROOT, "%-6s owns(p) %.1f ns, at most %.0f%n", ownsFast ? "met" : "MISSED",
				owns.nanos("owns"), MOST_NANOS_OF_OWNS);
		System.exit((List.of(args).contains("--check") && !(fast && lean && ownsFast)) ? 1 : 0);
	}

}
