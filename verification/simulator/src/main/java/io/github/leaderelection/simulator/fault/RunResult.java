package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.fault.plan.FaultCounts;
import io.github.leaderelection.simulator.invariant.Finding;
import org.jspecify.annotations.Nullable;

/**
 * What came of a random run.
 *
 * @param seed its seed
 * @param finding the first broken promise, or null
 * @param nanos how long it lasted by true time
 * @param events how many events happened
 * @param ledNanos for how long there was a leader
 * @param grants how many grants there were
 * @param growths how often the highest term has grown
 * @param faults which faults occurred
 */
public record RunResult(long seed, @Nullable Finding finding, long nanos, long events, long ledNanos, long grants,
		long growths, FaultCounts faults) {
}
