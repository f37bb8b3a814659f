package io.github.leaderelection.internal.raft;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the election that goes by positions.
 */
public sealed interface RaftMessage extends ElectionMessage {

	/**
	 * A message of the election below.
	 *
	 * @param message the message
	 * @param position with a scouting request and a proposal how far the sender's
	 * application has come, else null
	 */
	record Vote(QuorumMessage message, @Nullable Position position) implements RaftMessage {

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
