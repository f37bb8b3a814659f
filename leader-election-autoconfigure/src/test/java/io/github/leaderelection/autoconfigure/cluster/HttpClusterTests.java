package io.github.leaderelection.autoconfigure.cluster;

/**
 * Whole applications that elect a leader over HTTP.
 */
class HttpClusterTests extends ClusterTests {

	HttpClusterTests() {
		super("http");
	}

}
