package io.github.leaderelection.internal.nodefence.runtime;

import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * What members say to each other of former leaders.
 */
public sealed interface FenceMessage extends ElectionMessage {

	@Override
	default boolean isRepeated() {
		return true;
	}

	/** About the register of unsettled leaders. */
	record Register(MetadataMessage message) implements FenceMessage {

		@Override
		public long term() {
			return this.message.term();
		}

	}

	/**
	 * The winner of a term asks whether an earlier leadership of this start is over.
	 */
	record Settle(long term, long incarnation, long token) implements FenceMessage {
	}

	/** A leadership of a start, and each earlier one, is over: nothing runs under it. */
	record Ended(long term, long incarnation) implements FenceMessage {
	}

}
