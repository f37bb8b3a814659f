package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.spi.Envelope;

/**
 * What a nomination may request of the underlying election, at most once a step. There
 * are no other requests. So a single search in which any of these may happen at any time
 * covers every nomination.
 */
public sealed interface NominationMove {

	/**
	 * The event for the underlying election.
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
	 * This leader gives up its leadership at once.
	 */
	record GiveWay() implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.Superseded<>();
		}

	}

	/**
	 * This leader hands leadership over after its work has ended.
	 */
	record HandOver(NodeId to) implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.TransferRequested<>(0, this.to);
		}

	}

	/** A postponed message is handled. */
	record Hear(Envelope<QuorumMessage> envelope) implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.MessageReceived<>(this.envelope);
		}

	}

	/** A postponed timer fires. */
	record Fire(QuorumTimer timer) implements NominationMove {

		@Override
		public Event<QuorumMessage> event() {
			return new Event.TimerFired<>(this.timer);
		}

	}

}
