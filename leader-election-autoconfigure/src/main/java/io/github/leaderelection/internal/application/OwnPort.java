package io.github.leaderelection.internal.application;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The port of the transport's own, where peers reach this node instead of its web server.
 */
public class OwnPort {

	public static final String KEY = "leader-election.transport.port";

	private volatile @Nullable Integer port;

	/** The port on which this node listens for its peers, null where it does not yet. */
	@Nullable Integer port() {
		return this.port;
	}

	public void listensOn(int newPort) {
		this.port = newPort;
	}

	/** The base URL for peers by some name of this machine. */
	URI url(String host, int listening) {
		return URI.create("http://" + host + ":" + listening);
	}

}
