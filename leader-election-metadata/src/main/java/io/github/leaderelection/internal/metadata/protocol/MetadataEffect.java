package io.github.leaderelection.internal.metadata.protocol;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a step asks for, in order.
 */
public sealed interface MetadataEffect {

	/** Send a message to another member. */
	record Send(NodeId to, MetadataMessage message) implements MetadataEffect {
	}

	/**
	 * Save a state, then say so by {@link MetadataEvent.Saved}. A newer one may replace
	 * one that waits.
	 */
	record Save(long version, SavedMetadata state) implements MetadataEffect {
	}

	/**
	 * Ask the store, then say the answer by {@link MetadataEvent.Answered}.
	 *
	 * @param version that the record must still have, null for no record; for a write
	 * @param value what to write, null to read
	 */
	record Ask(long request, @Nullable String version, @Nullable Metadata value) implements MetadataEffect {
	}

	/** Show a value from now on. */
	record Show(Metadata value) implements MetadataEffect {
	}

	/** This leader knows the newest value, and takes writes. */
	record Synchronised() implements MetadataEffect {
	}

	/**
	 * A write has ended.
	 *
	 * @param sequence null unless it is committed
	 */
	record Completed(long request, Outcome outcome, @Nullable LeaderSequenceNumber sequence) implements MetadataEffect {
	}

	/**
	 * How a write ends.
	 */
	enum Outcome {

		/** Every later leader begins with it. */
		COMMITTED,

		/** Nobody will ever see it: this node does not lead or is not synchronised. */
		REFUSED,

		/** Nobody will ever see it: another write is under way. */
		BUSY,

		/** A later leader may show it. */
		UNKNOWN

	}

}
