package io.github.leaderelection.internal.bully;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The messages of the bully election.
 */
public sealed interface BullyMessage extends ElectionMessage {

	@Override
	default long term() {
		return 0;
	}

	/**
	 * The sender misses the leader. Sent to members with higher ids.
	 */
	record Election() implements BullyMessage {
	}

	/**
	 * The sender has a higher id than the one that asked, and goes on.
	 */
	record Answer() implements BullyMessage {
	}

	/**
	 * The sender is the highest that is live and is going to lead. Sent to members with
	 * lower ids.
	 */
	record Coordinator() implements BullyMessage {
	}

	/**
	 * A message of the election below.
	 *
	 * @param message the message
	 */
	record Vote(QuorumMessage message) implements BullyMessage {

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
