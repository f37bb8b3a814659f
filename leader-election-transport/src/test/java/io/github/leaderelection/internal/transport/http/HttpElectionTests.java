package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.ElectionOverLinksTests;

/**
 * The default election over HTTP.
 */
class HttpElectionTests extends ElectionOverLinksTests {

	HttpElectionTests() {
		super(HttpPeerTransport::new);
	}

}
