package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * What came of an input.
 *
 * @param <M> the algorithm's messages
 */
public sealed interface Outcome<M extends ElectionMessage> {

	/**
	 * The step was taken.
	 *
	 * @param <M> the algorithm's messages
	 * @param effects what it asked for
	 */
	record Taken<M extends ElectionMessage>(List<Effect<M>> effects) implements Outcome<M> {
	}

	/**
	 * The step was refused, for it asked for a save while another was under way; the
	 * state stayed as it was.
	 *
	 * @param <M> the algorithm's messages
	 * @param effects what it asked for
	 */
	record Refused<M extends ElectionMessage>(List<Effect<M>> effects) implements Outcome<M> {
	}

	/**
	 * The step threw; the state stayed as it was.
	 *
	 * @param <M> the algorithm's messages
	 * @param failure what it threw
	 */
	record Failed<M extends ElectionMessage>(String failure) implements Outcome<M> {
	}

}
