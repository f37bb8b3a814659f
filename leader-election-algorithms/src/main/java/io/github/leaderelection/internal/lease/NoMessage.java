package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * The message type of nodes that exchange no messages. There is no value of this type.
 */
public record NoMessage() implements ElectionMessage {

	/**
	 * Always throws.
	 */
	public NoMessage {
		throw new UnsupportedOperationException("An election by a lease has no messages");
	}

	@Override
	public long term() {
		return 0;
	}

}
