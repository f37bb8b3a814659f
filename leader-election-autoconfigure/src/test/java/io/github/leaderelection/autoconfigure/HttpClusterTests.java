package io.github.leaderelection.autoconfigure;

/**
 * Whole applications that elect a leader over HTTP.
 */
class HttpClusterTests extends ClusterTests {

	HttpClusterTests() {
		super("http");
	}

}
