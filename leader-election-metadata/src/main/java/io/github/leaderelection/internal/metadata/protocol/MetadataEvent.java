package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.protocol.Lease;

/**
 * What happens to the register of a group on one node.
 */
public sealed interface MetadataEvent {

	/** This node leads. */
	record Granted(long token, Lease lease) implements MetadataEvent {
	}

	/** Its lease is extended. */
	record Renewed(long token, Lease lease) implements MetadataEvent {
	}

	/** It leads no more. */
	record Revoked(long token) implements MetadataEvent {
	}

	/** Another member leads. */
	record Followed(NodeId leader, long token) implements MetadataEvent {
	}

	/** A message arrived. */
	record Received(NodeId from, MetadataMessage message) implements MetadataEvent {
	}

	/** A state was saved. */
	record Saved(long version) implements MetadataEvent {
	}

	/** The store answered, or its time is over. */
	record Answered(long request, StoreAnswer answer) implements MetadataEvent {
	}

	/**
	 * The application writes.
	 *
	 * @param request names it in {@link MetadataEffect.Completed}
	 */
	record Written(long request, List<Entry> entries) implements MetadataEvent {

		/**
		 * Copies the list.
		 */
		public Written {
			entries = List.copyOf(entries);
		}

	}

	/** An operator takes what is left for all there is. */
	record AssumedLost() implements MetadataEvent {
	}

	/** An operator has read that values may have been lost. */
	record LossAcknowledged() implements MetadataEvent {
	}

	/** A time has come to say again what was not answered. */
	record Due() implements MetadataEvent {
	}

}
