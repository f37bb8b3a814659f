package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The messages of the ballot election. LEAD, the third of the source, is the heartbeat of
 * the election below.
 */
public sealed interface BallotMessage extends ElectionMessage {

	/**
	 * The sender takes part in an election, and says how far it had followed the leader.
	 * Sent to all members.
	 *
	 * @param hops how many members lie between the sender and the one that began: 0 for
	 * one that misses the leader itself
	 * @param boundNanos how long the sender collects claims
	 * @param claim what speaks for the sender
	 */
	record Elect(int hops, long boundNanos, Claim claim) implements BallotMessage {

		@Override
		public long term() {
			return this.claim.term();
		}

	}

	/**
	 * The sender would have the receiver lead. Sent to the owner of the best claim.
	 *
	 * @param term the term of the claim
	 * @param number the number in the claim
	 */
	record Vote(long term, long number) implements BallotMessage {
	}

	/**
	 * A message of the election below.
	 *
	 * @param message the message
	 */
	record Binding(QuorumMessage message) implements BallotMessage {

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
