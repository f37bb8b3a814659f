package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;

/**
 * On a port of the transport's own, among members that POST.
 */
class OwnPortObserversTests extends ObserversTests {

	OwnPortObserversTests() {
		super(HttpPeerTransport::new, TomcatTestServer.own());
	}

}
