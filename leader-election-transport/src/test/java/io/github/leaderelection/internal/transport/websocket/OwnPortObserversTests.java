package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a port of the transport's own.
 */
class OwnPortObserversTests extends ObserversTests {

	OwnPortObserversTests() {
		super(WebSocketPeerTransport::new, TomcatTestServer.own());
	}

}
