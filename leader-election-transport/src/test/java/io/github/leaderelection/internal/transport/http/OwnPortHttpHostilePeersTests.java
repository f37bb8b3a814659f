package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import org.junit.jupiter.api.Tag;

/**
 * On a port of its own.
 */
@Tag("thorough")
class OwnPortHttpHostilePeersTests extends HttpHostilePeersTests {

	OwnPortHttpHostilePeersTests() {
		super(HttpPeerTransport::new, TomcatTestServer.own());
	}

}
