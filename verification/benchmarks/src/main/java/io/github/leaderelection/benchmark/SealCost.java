package io.github.leaderelection.benchmark;

import java.util.List;
import java.util.Locale;

/**
 * Runs {@link IdleSealing} and {@link SealBenchmark} and holds their figures against the
 * targets.
 */
public final class SealCost {

	private static final double AT_MOST_NANOS = 3000;

	private static final double AT_MOST_MILLIS_A_MINUTE = 30;

	private SealCost() {
	}

	/**
	 * Measures and prints.
	 * @param args {@code --check} to exit with 1 if a target is missed
	 * @throws Exception if the measurement fails
	 */
	public static void main(String[] args) throws Exception {
		double idle = new IdleSealing().millisAMinute();
		Figures figures = Figures.of(SealBenchmark.class);
		double sealed = figures.nanos("seal");
		double opened = figures.nanos("sealAndOpen") - sealed;
		boolean fast = Math.max(sealed, opened) <= AT_MOST_NANOS;
		System.out.printf(Locale.ROOT,
				"%n%-6s a heartbeat is sealed in %.0f ns and opened in %.0f ns, at most %.0f each%n",
				fast ? "met" : "MISSED", sealed, opened, AT_MOST_NANOS);
		boolean cheap = idle <= AT_MOST_MILLIS_A_MINUTE;
		System.out.printf(Locale.ROOT, "%-6s an idle follower spends %.1f ms of CPU a minute on seals, at most %.0f%n",
				cheap ? "met" : "MISSED", idle, AT_MOST_MILLIS_A_MINUTE);
		System.out.printf(Locale.ROOT, "%.0f bytes are allocated to seal it, %.0f to seal and open it%n",
				figures.bytes("seal"), figures.bytes("sealAndOpen"));
		System.exit((List.of(args).contains("--check") && !(fast && cheap)) ? 1 : 0);
	}

}
