package io.github.leaderelection.internal.transport.link;

import java.util.Arrays;

import org.eclipse.jetty.server.Connector;

import org.springframework.boot.jetty.JettyWebServer;

/**
 * The connections of a Jetty.
 */
final class JettyConnections {

	private JettyConnections() {
	}

	/** How many there are. */
	static int of(JettyWebServer server) {
		return Arrays.stream(server.getServer().getConnectors())
			.map(Connector::getConnectedEndPoints)
			.mapToInt((endpoints) -> endpoints.size())
			.sum();
	}

}
