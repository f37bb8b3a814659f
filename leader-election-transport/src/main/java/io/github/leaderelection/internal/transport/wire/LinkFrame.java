package io.github.leaderelection.internal.transport.wire;

/**
 * What two linked nodes say about their connections themselves.
 */
public sealed interface LinkFrame {

	/**
	 * From now on the sender sends on this connection, and on no other with the same
	 * member.
	 *
	 * @param turn higher than all previous ones of the same process
	 */
	record Speaking(long turn) implements LinkFrame {
	}

	/**
	 * Asks whether the sender is heard.
	 */
	record Ping(long number) implements LinkFrame {
	}

	/**
	 * The sender hears the other side.
	 */
	record Pong(long number) implements LinkFrame {
	}

}
