package io.github.leaderelection.simulator.network;

/**
 * Takes messages out of the network as they are sent.
 */
@FunctionalInterface
public interface MessageFilter {

	/**
	 * Looks at a message.
	 * @param transit the message
	 * @return whether it is taken out: the filter may deliver it later
	 */
	boolean takes(Transit transit);

}
