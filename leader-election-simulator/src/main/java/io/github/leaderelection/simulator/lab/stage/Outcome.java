package io.github.leaderelection.simulator.lab.stage;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What came of one seed, from the beginning of the measurement on.
 *
 * @param seed the seed
 * @param gaps for how long nobody led each time, in nanoseconds
 * @param openGap for how long nobody has led at the end, 0 if somebody does
 * @param cost what it cost
 * @param broken the promises that were broken, in the order in which they were
 * @param failure what was expected and did not come about, or null
 */
public record Outcome(long seed, List<Long> gaps, long openGap, Tally cost, List<String> broken,
		@Nullable String failure) {
}
