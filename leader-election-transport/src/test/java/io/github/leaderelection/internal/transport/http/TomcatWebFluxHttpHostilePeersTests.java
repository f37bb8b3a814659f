package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TomcatWebFluxTestServer;
import org.junit.jupiter.api.Tag;

/**
 * On a Tomcat under WebFlux.
 */
@Tag("thorough")
class TomcatWebFluxHttpHostilePeersTests extends HttpHostilePeersTests {

	private static final TransportType TYPE = TransportType.on(HttpPeerTransport::new, TomcatWebFluxTestServer::new);

	TomcatWebFluxHttpHostilePeersTests() {
		super(TYPE, TYPE.server(0, ""));
	}

	/** On a loaded machine it reads until its connection times out. */
	@Override
	protected boolean readsTheRestOfBodies() {
		return true;
	}

}
