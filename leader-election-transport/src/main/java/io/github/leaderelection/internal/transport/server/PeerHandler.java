package io.github.leaderelection.internal.transport.server;

import java.io.IOException;

/**
 * Answers requests of other nodes. Safe for use from any thread; does not block.
 */
@FunctionalInterface
public interface PeerHandler {

	/** Answers a request, now or later. */
	void handle(PeerExchange exchange) throws IOException;

	/** Counts a connection that the server ended to make room for another. */
	default void crowdedOut(String host) {
		// A server may bound its connections by itself.
	}

}
