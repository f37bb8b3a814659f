package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a port of its own.
 */
class OwnPortHttpHostilePeersTests extends HttpHostilePeersTests {

	OwnPortHttpHostilePeersTests() {
		super(HttpPeerTransport::new, TomcatTestServer.own());
	}

}
