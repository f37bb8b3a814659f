package io.github.leaderelection.internal.assignment.runtime;

import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;

/**
 * Carries messages where no link does. Never blocks or throws; what is lost is repeated.
 */
public interface AssignmentCarrier {

	/** Sends a ping to the leader that it names. */
	void send(AssignmentMessage.Ping ping);

	/** Answers a request. */
	void answer(long request, AssignmentMessage.Answer answer);

	/** Ends a request without news. */
	void end(long request, boolean leads);

}
