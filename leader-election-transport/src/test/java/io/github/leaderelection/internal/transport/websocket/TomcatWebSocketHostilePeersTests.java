package io.github.leaderelection.internal.transport.websocket;

/**
 * On a servlet container.
 */
class TomcatWebSocketHostilePeersTests extends WebSocketHostilePeersTests {

	TomcatWebSocketHostilePeersTests() {
		super(WebSocketPeerTransport::new);
	}

}
