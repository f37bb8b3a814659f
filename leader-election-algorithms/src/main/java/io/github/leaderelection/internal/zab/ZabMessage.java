package io.github.leaderelection.internal.zab;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import org.jspecify.annotations.Nullable;

/**
 * The messages of ZooKeeper's fast leader election.
 */
public sealed interface ZabMessage extends NominationMessage {

	/**
	 * The vote of a member that looks for a leader.
	 *
	 * @param vote null while the sender knows no possible leader
	 */
	record Notification(long round, @Nullable Vote vote) implements ZabMessage {
	}

	/**
	 * The sender knows a leader, so the receiver only has to wait for it.
	 */
	record Led(NodeId leader) implements ZabMessage {
	}

	/**
	 * A message of the underlying election.
	 */
	record Epoch(QuorumMessage message) implements ZabMessage, NominationMessage.Carrier {
	}

}
