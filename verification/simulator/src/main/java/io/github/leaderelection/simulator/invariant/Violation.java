package io.github.leaderelection.simulator.invariant;

import java.util.List;

/**
 * A broken promise.
 */
public record Violation(long seed, long atNanos, String rule, String description, List<String> trace) {

	@Override
	public String toString() {
		return "seed " + this.seed + " at " + this.atNanos + " ns: " + this.rule + ": " + this.description;
	}

}
