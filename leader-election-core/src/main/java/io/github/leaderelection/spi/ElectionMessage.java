package io.github.leaderelection.spi;

/**
 * A message of one algorithm. Each algorithm has a sealed type of its own whose records
 * hold only numbers, booleans, strings, {@link io.github.leaderelection.NodeId}s, enums,
 * lists and records of these, so that a wire form can be derived from them.
 */
public interface ElectionMessage {

	/**
	 * The term the message speaks of.
	 * @return the term, 0 or more
	 */
	long term();

	/**
	 * Whether the message is sent again before long anyway, so that losing it costs
	 * little: true for what has to do with heartbeats. A transport without room drops
	 * such messages, and ends the link rather than drop another.
	 * @return false unless the algorithm says otherwise
	 */
	default boolean isRepeated() {
		return false;
	}

}
