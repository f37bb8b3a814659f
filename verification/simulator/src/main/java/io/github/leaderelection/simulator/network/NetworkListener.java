package io.github.leaderelection.simulator.network;

/**
 * Hears what becomes of messages and links.
 */
public interface NetworkListener {

	/** A message leaves its process. It may still be lost. */
	void leaving(Transit transit);

	/** A message reaches its machine. */
	void arriving(Transit transit);

	/** A link opened or ended. */
	void link(String what, int machine, int peer);

}
