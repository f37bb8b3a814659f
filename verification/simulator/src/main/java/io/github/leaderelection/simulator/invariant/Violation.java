package io.github.leaderelection.simulator.invariant;

import java.util.List;

/**
 * A broken promise.
 *
 * @param seed the seed that breaks it
 * @param atNanos when, by true time
 * @param rule which promise
 * @param description what happened
 * @param trace the newest lines of the trace
 */
public record Violation(long seed, long atNanos, String rule, String description, List<String> trace) {

	@Override
	public String toString() {
		return "seed " + this.seed + " at " + this.atNanos + " ns: " + this.rule + ": " + this.description;
	}

}
