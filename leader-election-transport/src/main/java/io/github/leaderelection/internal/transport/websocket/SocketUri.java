package io.github.leaderelection.internal.transport.websocket;

import java.net.URI;

/**
 * The URL of a WebSocket.
 */
final class SocketUri {

	private SocketUri() {
	}

	/** The same place with the scheme {@code ws} or {@code wss}. */
	static URI of(URI url) {
		String scheme = url.getScheme().equalsIgnoreCase("https") ? "wss" : "ws";
		return URI.create(scheme + url.toString().substring(url.getScheme().length()));
	}

}
