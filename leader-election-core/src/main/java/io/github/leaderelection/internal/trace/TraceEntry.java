package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * An entry of a trace.
 */
public sealed interface TraceEntry<S, M extends ElectionMessage> {

	/**
	 * The first step of a start.
	 */
	record Started<S, M extends ElectionMessage>(Recovered recovered, Now now, long entropy,
			List<Effect<M>> effects) implements TraceEntry<S, M> {
	}

	/**
	 * The state at which the trace continues; the entries before it are no longer known.
	 */
	record Resumed<S, M extends ElectionMessage>(S state) implements TraceEntry<S, M> {
	}

	/**
	 * An input and its outcome.
	 *
	 * @param whileSaving whether a ballot was being saved during the step
	 */
	record Stepped<S, M extends ElectionMessage>(Input<M> input, boolean whileSaving,
			Outcome<M> outcome) implements TraceEntry<S, M> {
	}

}
