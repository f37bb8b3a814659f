package io.github.leaderelection.simulator.lease;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What came of a random run.
 *
 * @param seed the seed
 * @param faults how often each kind of fault struck
 * @param grants how many leaderships were granted
 * @param nanos how long it lasted
 * @param broken the promise that was broken and when, null if none was
 */
public record LeaseOutcome(long seed, Map<StoreFault, Long> faults, long grants, long nanos, @Nullable String broken) {
}
