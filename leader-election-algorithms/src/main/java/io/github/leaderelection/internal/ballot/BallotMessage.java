package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * The messages of the ballot election. The third message of the source, LEAD, is the
 * heartbeat of the underlying election.
 */
public sealed interface BallotMessage extends NominationMessage {

	/**
	 * The sender takes part in an election and sends its claim to all members.
	 *
	 * @param hops the number of members between the sender and the one that began; 0 if
	 * the sender itself misses the leader
	 */
	record Elect(int hops, long boundNanos, Claim claim) implements BallotMessage {

		@Override
		public long term() {
			return this.claim.term();
		}

	}

	/**
	 * The sender votes for the receiver, the owner of the best claim.
	 */
	record Vote(long term, long number) implements BallotMessage {
	}

	/**
	 * A message of the underlying election.
	 */
	record Binding(QuorumMessage message) implements BallotMessage, NominationMessage.Carrier {
	}

}
