package io.github.leaderelection.simulator.explorer.assignment;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a search is limited to. How often a message arrives, or does not, is not: each
 * stays under way for ever. There are two leaderships; the first one has begun long ago,
 * all workers are registered, and each owns the partition of its number.
 *
 * @param ticks how many ticks the time is
 * @param lease how many ticks an ownership lease lasts
 * @param pings how often each worker pings
 * @param takebacks how many partitions leaders take back
 * @param restarts how many workers start again
 * @param ends how often a worker stops, cannot work on a partition, or ends all early
 * @param maxStates after how many states to give up
 * @param maxDepth how many events in a row at most
 */
public record AssignmentBounds(int workers, int partitions, int ticks, int lease, int pings, int takebacks,
		int restarts, int ends, Set<AssignmentVariation> variations, long maxStates, int maxDepth) {

	private static final int MOST = 9;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if one is not kept; the message names the value
	 * and the remedy
	 */
	public AssignmentBounds {
		variations = Set.copyOf(variations);
		requireRange("workers", workers, 1);
		requireRange("partitions", partitions, 1);
		requireRange("ticks", ticks, 0);
		requireRange("lease", lease, 1);
		requireRange("pings", pings, 0);
		requireRange("takebacks", takebacks, 0);
		requireRange("restarts", restarts, 0);
		requireRange("ends", ends, 0);
	}

	private static void requireRange(String name, int value, int least) {
		if (value < least || value > MOST) {
			throw new IllegalArgumentException(
					"A search with " + value + " " + name + " is not possible: use " + least + " to " + MOST);
		}
	}

	boolean has(AssignmentVariation variation) {
		return this.variations.contains(variation);
	}

	@Override
	public String toString() {
		return this.variations.stream()
			.sorted()
			.map((each) -> ", " + each.name().toLowerCase(Locale.ROOT))
			.collect(Collectors.joining("",
					"assignments, %d workers, %d partitions, two leaderships, %d ticks, lease %d, %d pings each, %d taken back, %d restarts, %d ends, any number of losses, delays and duplicates"
						.formatted(this.workers, this.partitions, this.ticks, this.lease, this.pings, this.takebacks,
								this.restarts, this.ends),
					""));
	}

}
