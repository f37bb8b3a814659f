package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a servlet container.
 */
class TomcatWorkersTests extends WorkersTests {

	TomcatWorkersTests() {
		super(TomcatTestServer.keepingFewBytes());
	}

}
