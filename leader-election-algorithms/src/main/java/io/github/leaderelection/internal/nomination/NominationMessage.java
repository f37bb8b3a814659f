package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * A message of a layered election. One of the nomination itself has no term by default.
 */
public interface NominationMessage extends ElectionMessage {

	@Override
	default long term() {
		return 0;
	}

	/**
	 * Carries a message of the underlying election.
	 */
	interface Carrier extends NominationMessage {

		/** The carried message. */
		QuorumMessage message();

		@Override
		default long term() {
			return message().term();
		}

		@Override
		default boolean isRepeated() {
			return message().isRepeated();
		}

	}

}
