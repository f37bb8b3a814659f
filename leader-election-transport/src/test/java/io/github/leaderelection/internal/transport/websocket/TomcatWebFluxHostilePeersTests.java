package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TomcatWebFluxTestServer;
import org.junit.jupiter.api.Tag;

/**
 * On a Tomcat under WebFlux.
 */
@Tag("thorough")
class TomcatWebFluxHostilePeersTests extends WebSocketHostilePeersTests {

	TomcatWebFluxHostilePeersTests() {
		super(TransportType.on(WebSocketPeerTransport::withoutContainer, TomcatWebFluxTestServer::new));
	}

}
