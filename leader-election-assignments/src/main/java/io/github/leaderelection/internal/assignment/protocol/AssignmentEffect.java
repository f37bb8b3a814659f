package io.github.leaderelection.internal.assignment.protocol;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;

/**
 * What a step asks for, in order.
 */
public sealed interface AssignmentEffect {

	/** This node owns a partition from now on. */
	record Begin(Partition partition, LeaderSequenceNumber token) implements AssignmentEffect {
	}

	/** Admit no more work of a partition, and say when there is none left. */
	record Drain(Partition partition, LeaderSequenceNumber token) implements AssignmentEffect {
	}

	/** This node owns a partition no more. */
	record End(Partition partition, LeaderSequenceNumber token, OwnershipEnd why) implements AssignmentEffect {
	}

	/** Send a ping to the leader that it names. */
	record SendPing(AssignmentMessage.Ping ping) implements AssignmentEffect {
	}

	/**
	 * Send an answer to the worker that it names.
	 *
	 * @param request the request that is answered, 0 over a link
	 */
	record SendAnswer(AssignmentMessage.Answer answer, long request) implements AssignmentEffect {
	}

	/**
	 * End a request without news.
	 *
	 * @param leads whether this node still leads
	 */
	record EndRequest(long request, boolean leads) implements AssignmentEffect {
	}

}
