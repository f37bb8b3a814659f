package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.link.JettyTestServer;

/**
 * On Jetty.
 */
class JettyWorkersTests extends WorkersTests {

	JettyWorkersTests() {
		super(new JettyTestServer(0, ""));
	}

}
