package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * Converts effects of the underlying election, and events for it.
 */
final class LayerConversion {

	private LayerConversion() {
	}

	/** Converts an effect that contains no message. */
	@SuppressWarnings("unchecked")
	static <M extends ElectionMessage> Effect<M> effect(Effect<QuorumMessage> effect) {
		if (effect instanceof Effect.StartTimer<QuorumMessage> start) {
			return new Effect.StartTimer<>(NominationTimer.of(start.timer()), start.atNanos());
		}
		if (effect instanceof Effect.CancelTimer<QuorumMessage> cancel) {
			return new Effect.CancelTimer<>(NominationTimer.of(cancel.timer()));
		}
		// No other effect contains a message.
		return (Effect<M>) (Effect<?>) effect;
	}

	/** Converts an event that contains no message. */
	@SuppressWarnings("unchecked")
	static <M extends ElectionMessage> Event<QuorumMessage> event(Event<M> event) {
		return (Event<QuorumMessage>) (Event<?>) event;
	}

	static Envelope<QuorumMessage> envelope(Envelope<?> envelope, QuorumMessage body) {
		return new Envelope<>(envelope.cluster(), envelope.group(), envelope.from(), envelope.identity(),
				envelope.incarnation(), envelope.fingerprint(), envelope.answers(), body);
	}

}
