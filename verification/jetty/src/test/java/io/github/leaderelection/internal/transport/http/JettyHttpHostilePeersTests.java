package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.JettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * On Jetty.
 */
@Tag("thorough")
class JettyHttpHostilePeersTests extends HttpHostilePeersTests {

	private static final TransportType TYPE = JettyTestServer.under(HttpPeerTransport::new);

	JettyHttpHostilePeersTests() {
		super(TYPE, TYPE.server(0, ""), new JettyTestServer(0, ""));
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

}
