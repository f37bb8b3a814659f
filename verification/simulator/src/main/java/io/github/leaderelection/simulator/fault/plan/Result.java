package io.github.leaderelection.simulator.fault.plan;

import java.util.Map;

import io.github.leaderelection.simulator.invariant.Violation;
import org.jspecify.annotations.Nullable;

/**
 * What came of a seed.
 *
 * @param violation the broken promise, null if all were kept
 * @param nanos how long it lasted by true time
 * @param ledNanos for how long there was a leader, on average over the groups
 * @param mostLeaders how many led at a time at most, in any group: more than one only
 * where that is not promised
 * @param faults how often each kind of fault struck
 */
public record Result(long seed, @Nullable Violation violation, long nanos, long events, long ledNanos, long grants,
		int mostLeaders, Map<? extends Enum<?>, Long> faults) {
}
