package io.github.leaderelection.benchmark;

import java.util.List;
import java.util.Locale;

import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs {@link SealBenchmark} and holds its figures against the target.
 */
public final class SealCost {

	private static final double AT_MOST_NANOS = 3000;

	private SealCost() {
	}

	/**
	 * Measures and prints.
	 * @param args {@code --check} to exit with 1 if the target is missed
	 * @throws RunnerException if the measurement fails
	 */
	public static void main(String[] args) throws RunnerException {
		Figures figures = Figures.of(SealBenchmark.class);
		double sealed = figures.nanos("seal");
		double opened = figures.nanos("sealAndOpen") - sealed;
		boolean fast = Math.max(sealed, opened) <= AT_MOST_NANOS;
		System.out.printf(Locale.ROOT,
				"%n%-6s a heartbeat is sealed in %.0f ns and opened in %.0f ns, at most %.0f each%n",
				fast ? "met" : "MISSED", sealed, opened, AT_MOST_NANOS);
		System.out.printf(Locale.ROOT, "%.0f bytes are allocated to seal it, %.0f to seal and open it%n",
				figures.bytes("seal"), figures.bytes("sealAndOpen"));
		System.exit((List.of(args).contains("--check") && !fast) ? 1 : 0);
	}

}
