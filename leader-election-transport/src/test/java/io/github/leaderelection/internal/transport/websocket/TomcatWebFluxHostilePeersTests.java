package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TomcatWebFluxTestServer;

/**
 * On a Tomcat under WebFlux.
 */
class TomcatWebFluxHostilePeersTests extends WebSocketHostilePeersTests {

	TomcatWebFluxHostilePeersTests() {
		super(TransportType.on(WebSocketPeerTransport::withoutContainer, TomcatWebFluxTestServer::new));
	}

}
