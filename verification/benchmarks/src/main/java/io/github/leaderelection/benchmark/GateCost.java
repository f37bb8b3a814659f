package io.github.leaderelection.benchmark;

import java.util.List;
import java.util.Locale;

import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs {@link GateBenchmark} and holds its figures against the targets.
 */
public final class GateCost {

	private static final double NANOS_ABOVE_PLAIN = 150;

	private static final double BYTES_ABOVE_PLAIN = 256;

	/** The loop's own renewals allocate beside the calls, spread over all of them. */
	private static final double NO_BYTE = 1;

	private GateCost() {
	}

	/**
	 * Measures and prints.
	 * @param args {@code --check} to exit with 1 if a target is missed
	 * @throws RunnerException if the measurement fails
	 */
	public static void main(String[] args) throws RunnerException {
		Figures figures = Figures.of(GateBenchmark.class);
		System.out.println();
		for (String method : List.of("plainProxy", "gateOnLeader", "gateOnFollower", "lockInMemory")) {
			System.out.printf(Locale.ROOT, "       %-15s %7.1f ns %7.1f bytes%n", method, figures.nanos(method),
					figures.bytes(method));
		}
		double nanos = figures.nanos("gateOnLeader") - figures.nanos("plainProxy");
		double bytes = figures.bytes("gateOnLeader") - figures.bytes("plainProxy");
		boolean fast = nanos <= NANOS_ABOVE_PLAIN;
		boolean lean = bytes < BYTES_ABOVE_PLAIN + NO_BYTE;
		System.out.printf(Locale.ROOT, "%-6s on the leader the gate costs %.1f ns a call, at most %.0f%n",
				fast ? "met" : "MISSED", nanos, NANOS_ABOVE_PLAIN);
		System.out.printf(Locale.ROOT, "%-6s on the leader the gate allocates %.1f bytes a call, at most %.0f%n",
				lean ? "met" : "MISSED", bytes, BYTES_ABOVE_PLAIN);
		System.exit((List.of(args).contains("--check") && !(fast && lean)) ? 1 : 0);
	}

}
