package io.github.leaderelection.internal.transport.listener;

import java.io.IOException;

/**
 * Listens on a port of the transport's own. May be started and stopped repeatedly. None
 * of its threads keeps the process alive.
 */
public interface OwnListener {

	/**
	 * Starts to listen.
	 * @return the port, also if the system chose it
	 * @throws IOException if the port cannot be opened; the message says why
	 */
	int start() throws IOException;

	/** Ends all connections and frees the port. */
	void stop();

}
