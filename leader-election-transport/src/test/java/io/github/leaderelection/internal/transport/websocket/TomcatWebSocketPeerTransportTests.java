package io.github.leaderelection.internal.transport.websocket;

/**
 * On a servlet container, dialled by its client.
 */
class TomcatWebSocketPeerTransportTests extends WebSocketPeerTransportTests {

	private static final int MAX_THREADS = 6;

	TomcatWebSocketPeerTransportTests() {
		super(WebSocketPeerTransport::new, MAX_THREADS);
	}

}
