package io.github.leaderelection.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * The web server of this application, as far as it is known.
 */
class LocalServer {

	private volatile @Nullable Integer port;

	/** The port on which the server listens, null where none does yet. */
	@Nullable Integer port() {
		return this.port;
	}

	void listensOn(int newPort) {
		this.port = newPort;
	}

}
