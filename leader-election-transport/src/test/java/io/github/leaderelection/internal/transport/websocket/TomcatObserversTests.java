package io.github.leaderelection.internal.transport.websocket;

/**
 * On a servlet container.
 */
class TomcatObserversTests extends ObserversTests {

	TomcatObserversTests() {
		super(WebSocketPeerTransport::new);
	}

}
