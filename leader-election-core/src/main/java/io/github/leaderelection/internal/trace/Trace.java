package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * The inputs of one group on one node, in their order.
 *
 * @param lines oldest first; the first is a start or a state
 */
public record Trace<S, M extends ElectionMessage>(Heading heading, List<Line<S, M>> lines) {

	public Trace {
		lines = List.copyOf(lines);
	}

	/**
	 * A numbered entry.
	 *
	 * @param number 0 for a start, 1 for the first input; for a state the number of the
	 * input before it
	 */
	public record Line<S, M extends ElectionMessage>(long number, TraceEntry<S, M> entry) {
	}

}
