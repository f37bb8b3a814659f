package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.spi.Envelope;

/**
 * What a nomination may have the election below do, at most once a step. There is nothing
 * else, so one search in which all of it may happen at any time stands for every
 * nomination.
 */
public sealed interface NominationMove {

	/**
	 * The move as the election below handles it.
	 * @return an event
	 */
	Event<QuorumMessage> event();

	/**
	 * This node stands.
	 */
	record Stand() implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.Nominated<>();
		}

	}

	/**
	 * This node, which leads, gives leadership up at once.
	 */
	record GiveWay() implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.Superseded<>();
		}

	}

	/**
	 * This node, which leads, hands leadership over once its work has ended.
	 *
	 * @param to the member that is to lead
	 */
	record HandOver(NodeId to) implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.TransferRequested<>(0, this.to);
		}

	}

	/**
	 * A message is heard later than it arrived.
	 *
	 * @param envelope the message
	 */
	record Hear(Envelope<QuorumMessage> envelope) implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.MessageReceived<>(this.envelope);
		}

	}

	/**
	 * A timer fires later than it was due.
	 *
	 * @param timer the timer
	 */
	record Fire(QuorumTimer timer) implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.TimerFired<>(this.timer);
		}

	}

}
