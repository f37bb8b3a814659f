package io.github.leaderelection.simulator.lab.stage;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What came of one seed, from the beginning of the measurement on.
 *
 * @param gaps for how long nobody led each time, in nanoseconds
 * @param openGap for how long nobody has led at the end, 0 if somebody does
 * @param rounds how many messages of the election followed one from another until
 * somebody was granted leadership, the first time; 0 if nobody was
 * @param mostLeaders how many led at once at most
 * @param sent how many messages of the algorithm's own were sent, by their names
 * @param broken the promises that were broken, in the order in which they were
 * @param failure what was expected and did not come about, or null
 */
public record LabOutcome(long seed, List<Long> gaps, long openGap, Tally cost, int rounds, int mostLeaders,
		Map<String, Integer> sent, List<String> broken, @Nullable String failure) {
}
