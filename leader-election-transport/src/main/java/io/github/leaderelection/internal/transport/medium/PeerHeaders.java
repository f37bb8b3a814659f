package io.github.leaderelection.internal.transport.medium;

/**
 * HTTP headers by which nodes of different transports recognise each other.
 */
public final class PeerHeaders {

	/** The version of the transport over HTTP; the other transport has none. */
	public static final String HTTP_VERSION = "Leader-Election-Version";

	/** The code of a {@link CloseReason}, in the answer to what is refused. */
	public static final String CLOSE = "Leader-Election-Close";

	/** The versions of the transport over WebSocket, each with the prefix. */
	public static final String WEBSOCKET_VERSIONS = "Sec-WebSocket-Protocol";

	/** What the versions of the transport over WebSocket begin with. */
	public static final String WEBSOCKET_PREFIX = "leader-election.v";

	private PeerHeaders() {
	}

}
