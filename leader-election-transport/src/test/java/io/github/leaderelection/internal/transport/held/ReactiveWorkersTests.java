package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.link.NettyTestServer;

/**
 * On a server of WebFlux.
 */
class ReactiveWorkersTests extends WorkersTests {

	ReactiveWorkersTests() {
		super(NettyTestServer.keepingFewBytes());
	}

}
