package io.github.leaderelection.simulator.explorer.breadth;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a search in breadth found.
 *
 * @param states how many states were seen, each once
 * @param transitions how many events were tried that change something
 * @param depth how many events lie between the start and the last state seen
 * @param exhausted whether everything within the bounds was seen
 * @param beyond how many events were left out because they lead beyond the bounds
 * @param broken the promise that was broken, null if none was
 * @param way the states on a shortest way to that, the first and the last included
 */
public record BreadthResult(long states, long transitions, int depth, boolean exhausted, long beyond,
		@Nullable String broken, List<int[]> way) {
}
