package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiPredicate;

/**
 * How a leader plans. A search of all states plans in every way.
 */
public interface Planning {

	/** Plans one assignment, by the same parameters as the planner. */
	<W> Map<String, W> plan(List<String> names, Map<String, W> owners, SortedMap<W, Integer> capacities,
			Map<String, W> pins, BiPredicate<String, W> refuses);

}
