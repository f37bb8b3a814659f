package io.github.leaderelection.internal.transport.wire;

/**
 * What two linked nodes say of their connections themselves, beside the messages of
 * elections.
 */
public sealed interface LinkFrame {

	/**
	 * From here on the sender says what it says on this connection, and on no other with
	 * the same member.
	 *
	 * @param turn higher than any before it of the same process
	 */
	record Speaking(long turn) implements LinkFrame {
	}

	/**
	 * Asks whether the sender is heard.
	 *
	 * @param number of the question
	 */
	record Ping(long number) implements LinkFrame {
	}

	/**
	 * The sender hears the other side.
	 *
	 * @param number of the question that is answered
	 */
	record Pong(long number) implements LinkFrame {
	}

}
