package io.github.leaderelection.internal.runtime.group;

import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * Takes the events of one group on the thread that runs the loop.
 */
interface EventTaker<M extends ElectionMessage> {

	void take(Event<M> event);

	/** A message comes with what its sender's link is owed before. */
	void takeMessage(Event.MessageReceived<M> received);

}
