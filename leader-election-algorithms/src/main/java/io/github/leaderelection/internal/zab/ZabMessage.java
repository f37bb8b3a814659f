package io.github.leaderelection.internal.zab;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * The messages of ZooKeeper's fast leader election.
 */
public sealed interface ZabMessage extends ElectionMessage {

	@Override
	default long term() {
		return 0;
	}

	/**
	 * Whom the sender, which looks for a leader, votes for.
	 *
	 * @param round the round of its looking
	 * @param vote its vote, null while it knows nobody that could lead
	 */
	record Notification(long round, @Nullable Vote vote) implements ZabMessage {
	}

	/**
	 * The sender is led already: one that looks has only to wait for the leader.
	 *
	 * @param leader the leader
	 */
	record Led(NodeId leader) implements ZabMessage {
	}

	/**
	 * A message of the election below.
	 *
	 * @param message the message
	 */
	record Epoch(QuorumMessage message) implements ZabMessage {

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
