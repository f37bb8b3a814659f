package io.github.leaderelection.autoconfigure.transport;

/**
 * Elections over WebSocket beside Spring Security that nobody configured.
 */
class WebSocketSecurityTests extends SecurityTests {

	WebSocketSecurityTests() {
		super("websocket", "GET", "POST");
	}

}
