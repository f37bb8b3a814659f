package io.github.leaderelection.internal.metadata.protocol;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * What the leader and the members say about the register. Each message may be lost, late,
 * doubled or out of order. The term is the fencing token of the leadership.
 */
public sealed interface MetadataMessage extends ElectionMessage {

	@Override
	default boolean isRepeated() {
		return true;
	}

	/** A new leader asks for what a member accepted. */
	record Sync(long term) implements MetadataMessage {
	}

	/**
	 * The answer to {@link Sync}.
	 *
	 * @param whole whether the member has been filled since it lost its state
	 */
	record SyncAnswer(long term, Metadata accepted, boolean whole) implements MetadataMessage {
	}

	/**
	 * The leader writes a value.
	 *
	 * @param question of the member that is answered, 0 for none
	 */
	record Write(long term, Metadata value, long question) implements MetadataMessage {
	}

	/** A member has saved a value. */
	record Accepted(long term, LeaderSequenceNumber sequence) implements MetadataMessage {
	}

	/**
	 * The leader names the value that may be shown. Repeated until the member shows it.
	 */
	record Committed(long term, LeaderSequenceNumber sequence) implements MetadataMessage {
	}

	/** A member shows the value that was named. */
	record Shown(long term, LeaderSequenceNumber sequence) implements MetadataMessage {
	}

	/**
	 * A member wants the newest value.
	 *
	 * @param question drawn in this start of the member
	 */
	record Question(long term, long question) implements MetadataMessage {
	}

}
