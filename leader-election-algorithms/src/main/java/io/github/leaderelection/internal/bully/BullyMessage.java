package io.github.leaderelection.internal.bully;

import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * The messages of the bully election.
 */
public sealed interface BullyMessage extends NominationMessage {

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
	record Vote(QuorumMessage message) implements BullyMessage, NominationMessage.Carrier {
	}

}
