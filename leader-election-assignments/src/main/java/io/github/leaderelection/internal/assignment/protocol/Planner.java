package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiPredicate;

/**
 * Decides which worker each partition belongs to.
 */
final class Planner {

	private Planner() {
	}

	/**
	 * Plans one assignment.
	 * @param names the partitions, in the order by which the last ones move first
	 * @param owners the present owners; a partition of nobody has no entry, and an owner
	 * without capacity has gone
	 * @param capacities the workers that may own, each with 1 or more; their order breaks
	 * ties
	 * @param pins where partitions belong whatever their number
	 * @param refuses whether a worker refuses a partition
	 * @return the owner of each partition that somebody may own
	 */
	static <W> Map<String, W> plan(List<String> names, Map<String, W> owners, SortedMap<W, Integer> capacities,
			Map<String, W> pins, BiPredicate<String, W> refuses) {
		throw new UnsupportedOperationException();
	}

}
