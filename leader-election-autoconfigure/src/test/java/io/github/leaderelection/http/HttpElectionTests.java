package io.github.leaderelection.http;

import io.github.leaderelection.link.ElectionOverLinksTests;

/**
 * The default election over HTTP.
 */
class HttpElectionTests extends ElectionOverLinksTests {

	HttpElectionTests() {
		super(HttpPeerTransport::new);
	}

}
