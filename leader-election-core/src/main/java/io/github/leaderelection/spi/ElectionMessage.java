package io.github.leaderelection.spi;

/**
 * A message of one algorithm. Each algorithm has its own sealed type. Its records contain
 * only numbers, booleans, strings, {@link io.github.leaderelection.NodeId}s, enums, and
 * lists and records of these. So a wire form can be derived from them.
 */
public interface ElectionMessage {

	/**
	 * The term of the message.
	 * @return 0 or more
	 */
	long term();

	/**
	 * Whether the message is repeated soon anyway, such as a heartbeat, so that its loss
	 * costs little. A transport without room drops such messages. Before it would drop
	 * any other message, it ends the link.
	 * @return false by default
	 */
	default boolean isRepeated() {
		return false;
	}

}
