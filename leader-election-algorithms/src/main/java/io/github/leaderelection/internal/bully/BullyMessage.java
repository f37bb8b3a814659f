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
	 * The sender misses the leader. It asks members with higher ids.
	 */
	record Election() implements BullyMessage {
	}

	/**
	 * The sender has a higher id than the asking member and continues the election.
	 */
	record Answer() implements BullyMessage {
	}

	/**
	 * The sender has the highest live id and is going to lead. Sent to members with lower
	 * ids.
	 */
	record Coordinator() implements BullyMessage {
	}

	/**
	 * A message of the underlying election.
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
