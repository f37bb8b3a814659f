package io.github.leaderelection.internal.lifecycle;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The separate port of the transport, at which peers reach this node instead of its web
 * server.
 */
public class OwnPort {

	public static final String KEY = "leader-election.transport.port";

	private final boolean secure;

	private volatile @Nullable Integer port;

	/** Creates a port on which this node does not listen yet. */
	public OwnPort(boolean secure) {
		this.secure = secure;
	}

	/** The port on which this node listens for its peers, null before it listens. */
	@Nullable Integer port() {
		return this.port;
	}

	public void listensOn(int newPort) {
		this.port = newPort;
	}

	boolean isSecure() {
		return this.secure;
	}

	/** The base URL for peers by a host name of this machine. */
	URI url(String host, int listening) {
		return URI.create((this.secure ? "https" : "http") + "://" + host + ":" + listening);
	}

}
