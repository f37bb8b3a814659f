package io.github.leaderelection.http;

import io.github.leaderelection.link.PeerTransportTests;

/**
 * Tests for {@link HttpPeerTransport}: nodes that mean well.
 */
class HttpPeerTransportTests extends PeerTransportTests {

	private static final int MAX_THREADS = 9;

	HttpPeerTransportTests() {
		super(HttpPeerTransport::new, MAX_THREADS);
	}

}
