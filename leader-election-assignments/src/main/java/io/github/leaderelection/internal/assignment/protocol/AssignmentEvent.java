package io.github.leaderelection.internal.assignment.protocol;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the assignments of a group on one node.
 */
public sealed interface AssignmentEvent {

	/** A leadership was granted somewhere, or is about to be. */
	record Followed(long token) implements AssignmentEvent {
	}

	/** This node leads. */
	record Granted(long token, Lease lease) implements AssignmentEvent {
	}

	/** Its lease is extended. */
	record Renewed(long token, Lease lease) implements AssignmentEvent {
	}

	/** It leads no more. */
	record Revoked(long token) implements AssignmentEvent {
	}

	/**
	 * A worker's ping arrived.
	 *
	 * @param request names the request that may be held, 0 for a message of a link
	 */
	record Pinged(AssignmentMessage.Ping ping, long request) implements AssignmentEvent {
	}

	/** The leader's answer arrived. */
	record Answered(AssignmentMessage.Answer answer) implements AssignmentEvent {
	}

	/**
	 * A turn ends, or a time has come. All that arrived before has been taken: a worker
	 * is not given up while its ping waits.
	 */
	record Due() implements AssignmentEvent {
	}

	/** The source of an assignment told its partitions. */
	record Learned(String assignment, PartitionList list) implements AssignmentEvent {
	}

	/** The lease was seen to be over, perhaps on another thread. */
	record Expired() implements AssignmentEvent {
	}

	/** Work and listeners of a draining partition have ended. */
	record Drained(Partition partition, LeaderSequenceNumber token) implements AssignmentEvent {
	}

	/** A listener threw, or hangs, as an ownership began. */
	record Failed(Partition partition, LeaderSequenceNumber token) implements AssignmentEvent {
	}

	/** Work of an ownership that ended still runs, or runs no more. */
	record Outlived(Partition partition, boolean running) implements AssignmentEvent {
	}

	/** The application gives a partition back. */
	record Released(Partition partition) implements AssignmentEvent {
	}

	/**
	 * An operator says where a partition belongs.
	 *
	 * @param worker null to leave it to the planner
	 * @param required whether nobody else may own it
	 */
	record Pinned(String assignment, String name, @Nullable String worker,
			boolean required) implements AssignmentEvent {
	}

	/**
	 * The pins that outlive leaders have been told.
	 *
	 * @param token up to which leadership they are the newest ones
	 */
	record PinsKnown(long token) implements AssignmentEvent {
	}

	/** This node stops: it gives back all that it owns. */
	record Stopping() implements AssignmentEvent {
	}

}
