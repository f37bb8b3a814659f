package io.github.leaderelection.simulator.lab.stage;

import io.github.leaderelection.simulator.time.Dice;

/**
 * Where a seed draws a duration from.
 *
 * @param low the shortest, in nanoseconds
 * @param high the longest, not below the shortest
 */
public record Range(long low, long high) {

	/** One duration alone. */
	public static Range of(long nanos) {
		return new Range(nanos, nanos);
	}

	long draw(Dice dice) {
		return dice.between(this.low, this.high);
	}

}
