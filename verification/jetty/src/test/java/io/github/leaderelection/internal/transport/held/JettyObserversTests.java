package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.leaderelection.internal.transport.link.JettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;

/**
 * On Jetty.
 */
class JettyObserversTests extends ObserversTests {

	private static final TransportType TYPE = JettyTestServer.under(WebSocketPeerTransport::new);

	JettyObserversTests() {
		super(TYPE);
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

}
