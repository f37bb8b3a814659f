package io.github.leaderelection.internal.runtime.group;

import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * Takes the events of one group on the thread that runs the loop.
 */
interface EventTaker<M extends ElectionMessage> {

	void take(Event<M> event);

	/** Takes a message, and before it an unreported opening of its sender's link. */
	void takeMessage(Event.MessageReceived<M> received);

	/** Takes a message of an extension in the same way. */
	void takeBeside(Envelope<? extends ElectionMessage> envelope);

}
