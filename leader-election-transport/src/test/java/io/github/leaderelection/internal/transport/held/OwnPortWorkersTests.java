package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a port of the transport's own.
 */
class OwnPortWorkersTests extends WorkersTests {

	OwnPortWorkersTests() {
		super(TomcatTestServer.own());
	}

}
