package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * Something the loop handles on its owner thread.
 */
interface Mail {

	/**
	 * Handles it.
	 */
	void deliver();

	/**
	 * An event for one group.
	 *
	 * @param <M> the algorithm's messages
	 * @param to the group
	 * @param event the event
	 */
	record GroupMail<M extends ElectionMessage>(GroupRunner<?, M> to, Event<M> event) implements Mail {

		@Override
		public void deliver() {
			this.to.take(this.event);
		}

	}

	/**
	 * A message for one group.
	 *
	 * @param <M> the algorithm's messages
	 * @param to the group
	 * @param received the message
	 */
	record MessageMail<M extends ElectionMessage>(GroupRunner<?, M> to,
			Event.MessageReceived<M> received) implements Mail {

		@Override
		public void deliver() {
			this.to.takeMessage(this.received);
		}

	}

}
