package io.github.leaderelection.simulator.branches;

import java.util.Arrays;

/**
 * How often each branch was taken. Called by counted classes, on any thread: where two
 * take a branch at once one of them may not be counted, but none goes back to zero.
 */
public final class Hits {

	private static final int MOST = 1 << 14;

	private static final long[] counts = new long[MOST];

	private Hits() {
	}

	/**
	 * Counts.
	 * @param branch the number of a branch
	 */
	public static void hit(int branch) {
		counts[branch]++;
	}

	static int most() {
		return MOST;
	}

	/**
	 * The counts since they were last taken.
	 */
	static long[] take() {
		long[] taken = counts.clone();
		Arrays.fill(counts, 0);
		return taken;
	}

}
