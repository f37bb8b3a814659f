package io.github.leaderelection.internal.lifecycle;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The port of the transport's own, where peers reach this node instead of its web server.
 */
public class OwnPort {

	public static final String KEY = "leader-election.transport.port";

	private final boolean secure;

	private volatile @Nullable Integer port;

	/** A port on which nobody listens yet. */
	public OwnPort(boolean secure) {
		this.secure = secure;
	}

	/** The port on which this node listens for its peers, null where it does not yet. */
	@Nullable Integer port() {
		return this.port;
	}

	public void listensOn(int newPort) {
		this.port = newPort;
	}

	boolean isSecure() {
		return this.secure;
	}

	/** The base URL for peers by some name of this machine. */
	URI url(String host, int listening) {
		return URI.create((this.secure ? "https" : "http") + "://" + host + ":" + listening);
	}

}
