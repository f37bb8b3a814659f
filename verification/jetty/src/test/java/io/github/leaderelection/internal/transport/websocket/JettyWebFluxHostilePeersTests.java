package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.JettyWebFluxTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * On a Jetty under WebFlux.
 */
@Tag("thorough")
class JettyWebFluxHostilePeersTests extends WebSocketHostilePeersTests {

	private static final TransportType TYPE = JettyWebFluxTestServer.under(WebSocketPeerTransport::withoutContainer);

	JettyWebFluxHostilePeersTests() {
		super(TYPE);
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

}
