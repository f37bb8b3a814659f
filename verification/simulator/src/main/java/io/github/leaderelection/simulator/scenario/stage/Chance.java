package io.github.leaderelection.simulator.scenario.stage;

import io.github.leaderelection.simulator.network.Conditions;

/**
 * What is left to chance in a scenario.
 *
 * @param jitter by how much a message may take longer than the set-up says, in
 * microseconds
 */
public record Chance(long seed, long jitter) {

	/** The course that the scenarios are written for: every message takes as long. */
	public static final Chance NONE = new Chance(1, 0);

	private static final long MICRO = 1_000;

	Conditions network(long latency) {
		return Conditions.calm(latency).withLatency(latency, latency + this.jitter * MICRO);
	}

}
