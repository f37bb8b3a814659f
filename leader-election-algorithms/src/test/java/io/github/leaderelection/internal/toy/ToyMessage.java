package io.github.leaderelection.internal.toy;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The messages of the toy election.
 */
sealed interface ToyMessage extends ElectionMessage {

	@Override
	default long term() {
		return 0;
	}

	/**
	 * The sender would join. Sent to seed nodes.
	 */
	record Ask() implements ToyMessage {
	}

	/**
	 * The sender lets the other in.
	 */
	record Welcome() implements ToyMessage {
	}

	/**
	 * The sender would stand.
	 *
	 * @param position how far its application has come
	 */
	record Bid(Position position) implements ToyMessage {
	}

	/**
	 * The sender has come further than the one that bids.
	 */
	record Further() implements ToyMessage {
	}

	/**
	 * A message of the election below.
	 *
	 * @param message the message
	 */
	record Vote(QuorumMessage message) implements ToyMessage {

		@Override
		public long term() {
			return this.message.term();
		}

		@Override
		public boolean isRepeated() {
			return this.message.isRepeated();
		}

	}

}
