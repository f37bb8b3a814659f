package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a servlet container.
 */
class TomcatHttpHostilePeersTests extends HttpHostilePeersTests {

	TomcatHttpHostilePeersTests() {
		super(HttpPeerTransport::new, new TomcatTestServer(0, ""));
	}

}
