package io.github.leaderelection.benchmark;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link IsLeaderBenchmark} and holds its figures against the targets.
 */
public final class IsLeaderCost {

	private static final double AT_MOST_TIMES_THE_CLOCKS = 1.3;

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
		Collection<RunResult> results = new Runner(new OptionsBuilder().include(IsLeaderBenchmark.class.getName())
			.addProfiler(GCProfiler.class)
			.shouldFailOnError(true)
			.build()).run();
		double clocks = score(results, "bothClocks");
		double asked = score(results, "isLeaderOnLeader");
		double bytes = allocated(results, "isLeaderOnLeader");
		boolean fast = asked <= AT_MOST_TIMES_THE_CLOCKS * clocks;
		boolean lean = bytes < NO_ALLOCATION;
		System.out.printf(Locale.ROOT, "%n%-6s isLeader() %.1f ns, both clocks %.1f ns: %.2f times, at most %.1f%n",
				fast ? "met" : "MISSED", asked, clocks, asked / clocks, AT_MOST_TIMES_THE_CLOCKS);
		System.out.printf(Locale.ROOT, "%-6s isLeader() allocates %.4f bytes a call, at most %.1f%n",
				lean ? "met" : "MISSED", bytes, NO_ALLOCATION);
		System.exit((List.of(args).contains("--check") && !(fast && lean)) ? 1 : 0);
	}

	private static double score(Collection<RunResult> results, String method) {
		return result(results, method).getPrimaryResult().getScore();
	}

	private static double allocated(Collection<RunResult> results, String method) {
		return result(results, method).getSecondaryResults().get("gc.alloc.rate.norm").getScore();
	}

	private static RunResult result(Collection<RunResult> results, String method) {
		return results.stream()
			.filter((result) -> result.getParams().getBenchmark().endsWith("." + method))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("There is no result of " + method));
	}

}
