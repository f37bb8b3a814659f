package io.github.leaderelection.internal.trace;

import java.util.List;

/**
 * The inputs of one group on one node, in their order.
 *
 * @param <E> the entries
 * @param lines oldest first; the first is a start or a state
 */
public record Trace<E>(Heading heading, List<Line<E>> lines) {

	public Trace {
		lines = List.copyOf(lines);
	}

	/**
	 * A numbered entry.
	 *
	 * @param number 0 for a start, 1 for the first input; for a state the number of the
	 * input before it
	 */
	public record Line<E>(long number, E entry) {
	}

}
