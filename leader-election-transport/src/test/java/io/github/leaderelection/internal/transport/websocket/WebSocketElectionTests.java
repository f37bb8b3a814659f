package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.ElectionOverLinksTests;

/**
 * The default election over WebSocket.
 */
class WebSocketElectionTests extends ElectionOverLinksTests {

	WebSocketElectionTests() {
		super(WebSocketPeerTransport::new);
	}

}
