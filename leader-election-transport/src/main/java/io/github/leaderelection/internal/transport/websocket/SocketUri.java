package io.github.leaderelection.internal.transport.websocket;

import java.net.InetSocketAddress;
import java.net.URI;

/**
 * The URL of a WebSocket.
 */
final class SocketUri {

	private SocketUri() {
	}

	/** Converts an http or https URL to {@code ws} or {@code wss}. */
	static URI of(URI url) {
		String scheme = url.getScheme().equalsIgnoreCase("https") ? "wss" : "ws";
		return URI.create(scheme + url.toString().substring(url.getScheme().length()));
	}

	/** The host and the port that a URL of a WebSocket names. */
	static InetSocketAddress address(URI target) {
		int implied = target.getScheme().equalsIgnoreCase("wss") ? 443 : 80;
		return InetSocketAddress.createUnresolved(target.getHost(),
				(target.getPort() >= 0) ? target.getPort() : implied);
	}

}
