package io.github.leaderelection.websocket;

import io.github.leaderelection.link.ElectionOverLinksTests;

/**
 * The default election over WebSocket.
 */
class WebSocketElectionTests extends ElectionOverLinksTests {

	WebSocketElectionTests() {
		super(WebSocketPeerTransport::new);
	}

}
