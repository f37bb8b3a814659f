package io.github.leaderelection.internal.raft;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the election by positions.
 */
public sealed interface RaftMessage extends NominationMessage {

	/**
	 * A message of the underlying election.
	 *
	 * @param position the position of the sender's application with a scouting request or
	 * proposal, otherwise null
	 */
	record Vote(QuorumMessage message, @Nullable Position position) implements RaftMessage, NominationMessage.Carrier {
	}

}
