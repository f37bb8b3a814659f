package io.github.leaderelection.internal.transport.wire;

/**
 * A frame about the connections themselves, which two linked nodes exchange.
 */
public sealed interface LinkFrame {

	/**
	 * Announces that the sender now sends on this connection, and on no other with the
	 * same member.
	 *
	 * @param turn higher than all previous ones of the same process
	 */
	record Speaking(long turn) implements LinkFrame {
	}

	/**
	 * Asks the other side for a {@link Pong}.
	 */
	record Ping(long number) implements LinkFrame {
	}

	/**
	 * Answers a {@link Ping}.
	 */
	record Pong(long number) implements LinkFrame {
	}

}
