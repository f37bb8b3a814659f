package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;

/**
 * On a servlet container.
 */
class TomcatObserversTests extends ObserversTests {

	TomcatObserversTests() {
		super(WebSocketPeerTransport::new);
	}

}
