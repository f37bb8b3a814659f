package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * Tests for {@link WebSocketPeerTransport} on a port of its own: whoever means ill or is
 * ill.
 */
class OwnPortHostilePeersTests extends WebSocketHostilePeersTests {

	OwnPortHostilePeersTests() {
		super(WebSocketPeerTransport::new, TomcatTestServer.own());
	}

	/** The server of an application counts what is kept. */
	@Override
	void serverKeepsNothingOfWhoWasRefused() {
	}

}
