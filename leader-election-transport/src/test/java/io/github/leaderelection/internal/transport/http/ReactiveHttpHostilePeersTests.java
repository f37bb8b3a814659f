package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.NettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;

/**
 * On a server of WebFlux.
 */
class ReactiveHttpHostilePeersTests extends HttpHostilePeersTests {

	private static final TransportType TYPE = NettyTestServer.under(HttpPeerTransport::new);

	ReactiveHttpHostilePeersTests() {
		super(TYPE, TYPE.server(0, ""));
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

}
