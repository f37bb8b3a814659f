package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * Nodes that lead by a lease say nothing to each other. There is no value of this type.
 */
public record NoMessage() implements ElectionMessage {

	/**
	 * Refuses to be made.
	 */
	public NoMessage {
		throw new UnsupportedOperationException("An election by a lease has no messages");
	}

	@Override
	public long term() {
		return 0;
	}

}
