package io.github.leaderelection.simulator.network;

/**
 * Hears what becomes of messages and links.
 */
public interface NetworkListener {

	/**
	 * A message leaves its process. It may still be lost.
	 * @param transit the message
	 */
	void leaving(Transit transit);

	/**
	 * A message reaches its machine.
	 * @param transit the message
	 */
	void arriving(Transit transit);

	/**
	 * A link opened or ended.
	 * @param what the words
	 * @param machine at which end
	 * @param peer the other end
	 */
	void link(String what, int machine, int peer);

}
