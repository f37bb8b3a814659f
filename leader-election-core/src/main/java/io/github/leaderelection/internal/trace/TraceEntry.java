package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * One thing a trace tells.
 *
 * @param <S> the algorithm's state
 * @param <M> the algorithm's messages
 */
public sealed interface TraceEntry<S, M extends ElectionMessage> {

	/**
	 * The first step of a start.
	 *
	 * @param <S> the algorithm's state
	 * @param <M> the algorithm's messages
	 * @param recovered what was saved, and the settings
	 * @param now the clocks
	 * @param entropy randomness
	 * @param effects what the step asked for
	 */
	record Started<S, M extends ElectionMessage>(Recovered recovered, Now now, long entropy,
			List<Effect<M>> effects) implements TraceEntry<S, M> {
	}

	/**
	 * The state from which the trace goes on: the entries before it are no longer known.
	 *
	 * @param <S> the algorithm's state
	 * @param <M> the algorithm's messages
	 * @param state the state
	 */
	record Resumed<S, M extends ElectionMessage>(S state) implements TraceEntry<S, M> {
	}

	/**
	 * An input and what came of it.
	 *
	 * @param <S> the algorithm's state
	 * @param <M> the algorithm's messages
	 * @param input the input
	 * @param whileSaving whether it was stepped while a ballot was being saved
	 * @param outcome what came of it
	 */
	record Stepped<S, M extends ElectionMessage>(Input<M> input, boolean whileSaving,
			Outcome<M> outcome) implements TraceEntry<S, M> {
	}

}
