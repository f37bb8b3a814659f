package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.JettyTestServer;
import io.github.leaderelection.internal.transport.link.JettyWebFluxTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * On a Jetty under WebFlux.
 */
@Tag("thorough")
class JettyWebFluxHttpHostilePeersTests extends HttpHostilePeersTests {

	private static final TransportType TYPE = JettyWebFluxTestServer.under(HttpPeerTransport::new);

	JettyWebFluxHttpHostilePeersTests() {
		super(TYPE, TYPE.server(0, ""), new JettyTestServer(0, ""));
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

}
