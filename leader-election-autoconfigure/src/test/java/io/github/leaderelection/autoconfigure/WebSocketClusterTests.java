package io.github.leaderelection.autoconfigure;

/**
 * Whole applications that elect a leader over WebSocket.
 */
class WebSocketClusterTests extends ClusterTests {

	WebSocketClusterTests() {
		super("websocket");
	}

}
