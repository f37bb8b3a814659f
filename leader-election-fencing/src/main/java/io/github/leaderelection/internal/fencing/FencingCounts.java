package io.github.leaderelection.internal.fencing;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.github.leaderelection.fencing.FencingTally;
import io.github.leaderelection.fencing.web.FencingOutcome;

/**
 * The counts of guards or filters of one kind.
 */
public record FencingCounts(List<FencingTally> checks, List<ToLongFunction<FencingOutcome>> requests) {

	public static FencingCounts ofGuards(Stream<FencingTally> tallies) {
		return new FencingCounts(tallies.toList(), List.of());
	}

	public static FencingCounts ofFilters(Stream<ToLongFunction<FencingOutcome>> filters) {
		return new FencingCounts(List.of(), filters.toList());
	}

}
