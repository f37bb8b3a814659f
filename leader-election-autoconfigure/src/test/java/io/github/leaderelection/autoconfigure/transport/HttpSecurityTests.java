package io.github.leaderelection.autoconfigure.transport;

/**
 * Elections over HTTP beside Spring Security that nobody configured.
 */
class HttpSecurityTests extends SecurityTests {

	HttpSecurityTests() {
		super("http", "POST", "GET");
	}

}
