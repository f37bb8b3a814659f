package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * Tests for {@link WebSocketPeerTransport} on a port of its own: whoever means ill or is
 * ill.
 */
class OwnPortHostilePeersTests extends WebSocketHostilePeersTests {

	OwnPortHostilePeersTests() {
		super(WebSocketPeerTransport::new, TomcatTestServer.own());
	}

	@Test
	@Disabled("Only the server of an application tells what it keeps; both upgrade by the same code")
	@Override
	void serverKeepsNothingOfWhoWasRefused() {
	}

}
