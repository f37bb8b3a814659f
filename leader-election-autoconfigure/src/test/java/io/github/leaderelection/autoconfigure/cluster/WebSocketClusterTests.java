package io.github.leaderelection.autoconfigure.cluster;

/**
 * Whole applications that elect a leader over WebSocket.
 */
class WebSocketClusterTests extends ClusterTests {

	WebSocketClusterTests() {
		super("websocket");
	}

}
