package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * The inputs of one group on one node, as they came.
 *
 * @param <S> the algorithm's state
 * @param <M> the algorithm's messages
 * @param heading where it comes from
 * @param lines oldest first; the first is a start or a state
 */
public record Trace<S, M extends ElectionMessage>(Heading heading, List<Line<S, M>> lines) {

	/**
	 * Copies the lines.
	 */
	public Trace {
		lines = List.copyOf(lines);
	}

	/**
	 * A numbered entry.
	 *
	 * @param <S> the algorithm's state
	 * @param <M> the algorithm's messages
	 * @param number of an input: 1 for the first after the start; of a start 0; of a
	 * state the number of the input before it
	 * @param entry what happened
	 */
	public record Line<S, M extends ElectionMessage>(long number, TraceEntry<S, M> entry) {
	}

}
