package io.github.leaderelection.simulator.lease;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What came of a random run.
 *
 * @param faults how often each kind of fault struck
 * @param mostLeaders how many led at a time at most: more than one only where the store
 * forgot what it had acknowledged
 * @param broken the promise that was broken and when, null if none was
 */
public record LeaseOutcome(long seed, Map<StoreFault, Long> faults, long grants, int instances, long nanos,
		int mostLeaders, @Nullable String broken) {
}
