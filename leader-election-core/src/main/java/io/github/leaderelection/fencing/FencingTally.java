package io.github.leaderelection.fencing;

import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the checks of a guard, and of the messages at a gate. Safe for use from
 * any thread.
 */
public final class FencingTally {

	private final LongAdder admitted = new LongAdder();

	private final LongAdder refused = new LongAdder();

	/**
	 * Counts a check.
	 * @param passed whether it passed
	 * @return the same
	 */
	public boolean count(boolean passed) {
		(passed ? this.admitted : this.refused).increment();
		return passed;
	}

	/**
	 * How many checks passed, whatever became of the transactions in which they were
	 * made.
	 * @return how many since the guard was made
	 */
	public long admitted() {
		return this.admitted.sum();
	}

	/**
	 * How many checks were refused because a newer leader had been there.
	 * @return how many since the guard was made
	 */
	public long refused() {
		return this.refused.sum();
	}

}
