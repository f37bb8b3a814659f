package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The outcome of an input.
 */
public sealed interface Outcome<M extends ElectionMessage> {

	/**
	 * The step was taken.
	 */
	record Taken<M extends ElectionMessage>(List<Effect<M>> effects) implements Outcome<M> {
	}

	/**
	 * The step was refused, as it requested a save during another one. The state did not
	 * change; the input is taken again after that save.
	 */
	record Refused<M extends ElectionMessage>(List<Effect<M>> effects) implements Outcome<M> {
	}

	/**
	 * The step threw. The state did not change.
	 *
	 * @param failure the text of the exception
	 */
	record Failed<M extends ElectionMessage>(String failure) implements Outcome<M> {
	}

}
