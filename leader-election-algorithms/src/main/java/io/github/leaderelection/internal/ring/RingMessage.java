package io.github.leaderelection.internal.ring;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * The messages of the ring election.
 */
public sealed interface RingMessage extends NominationMessage {

	/**
	 * The first lap searches the highest id.
	 */
	record Election(long lap, RingCandidate candidate) implements RingMessage {
	}

	/**
	 * The second lap announces the next leader.
	 */
	record Coordinator(long lap, NodeId leader) implements RingMessage {
	}

	/**
	 * Acknowledges an {@link Election} or a {@link Coordinator}.
	 */
	record Received(long lap, NodeId subject) implements RingMessage {
	}

	/**
	 * A message of the underlying election.
	 */
	record Binding(QuorumMessage message) implements RingMessage, NominationMessage.Carrier {
	}

}
