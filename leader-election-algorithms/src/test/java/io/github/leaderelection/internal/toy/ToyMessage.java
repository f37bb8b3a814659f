package io.github.leaderelection.internal.toy;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * The messages of the toy election.
 */
sealed interface ToyMessage extends NominationMessage {

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
	record Vote(QuorumMessage message) implements ToyMessage, NominationMessage.Carrier {
	}

}
