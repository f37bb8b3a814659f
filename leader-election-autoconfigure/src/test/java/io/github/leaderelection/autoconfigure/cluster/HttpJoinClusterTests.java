package io.github.leaderelection.autoconfigure.cluster;

/**
 * Whole applications that join at run time and talk over HTTP.
 */
class HttpJoinClusterTests extends JoinClusterTests {

	HttpJoinClusterTests() {
		super("http");
	}

}
