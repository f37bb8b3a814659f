package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.fault.plan.FaultCounts;
import io.github.leaderelection.simulator.invariant.Violation;
import org.jspecify.annotations.Nullable;

/**
 * What came of a seed.
 *
 * @param violation the broken promise, null if all were kept
 * @param nanos how long it lasted by true time
 * @param ledNanos for how long there was a leader, on average over the groups
 * @param growths how often the highest term has grown
 */
public record Result(long seed, @Nullable Violation violation, long nanos, long events, long ledNanos, long grants,
		long growths, FaultCounts faults) {
}
