package io.github.leaderelection.autoconfigure.cluster;

/**
 * Whole applications that join at run time and talk over WebSocket.
 */
class WebSocketJoinClusterTests extends JoinClusterTests {

	WebSocketJoinClusterTests() {
		super("websocket");
	}

}
