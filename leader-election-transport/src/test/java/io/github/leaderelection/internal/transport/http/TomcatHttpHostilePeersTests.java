package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a port of its own.
 */
class TomcatHttpHostilePeersTests extends HttpHostilePeersTests {

	TomcatHttpHostilePeersTests() {
		super(HttpPeerTransport::new, TomcatTestServer.own());
	}

}
