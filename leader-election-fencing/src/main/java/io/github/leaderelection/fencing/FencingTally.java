package io.github.leaderelection.fencing;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the outcomes of a guard's checks and of a gate's messages. Safe for use from any
 * thread.
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
	 * The number of passed checks, regardless of the outcome of their transactions.
	 * @return the number since the creation of the guard
	 */
	public long admitted() {
		return this.admitted.sum();
	}

	/**
	 * The number of checks refused because of a newer leader.
	 * @return the number since the creation of the guard
	 */
	public long refused() {
		return this.refused.sum();
	}

}
