package io.github.leaderelection.internal.transport.spi;

/**
 * HTTP headers by which nodes with different transports recognise each other.
 */
public final class PeerHeaders {

	/** The version of the transport over HTTP; the other transport does not send it. */
	public static final String HTTP_VERSION = "Leader-Election-Version";

	/** Names the session of the transport over HTTP by its id. */
	public static final String HTTP_SESSION = "Leader-Election-Session";

	/** The bodies of the transport over HTTP: one frame a line. */
	public static final String CONTENT_TYPE = "application/x-ndjson";

	/** The code of a {@link CloseReason} in the answer to a refused request. */
	public static final String CLOSE = "Leader-Election-Close";

	/** The versions of the transport over WebSocket, each with the prefix. */
	public static final String WEBSOCKET_VERSIONS = "Sec-WebSocket-Protocol";

	/** The prefix of the versions of the transport over WebSocket. */
	public static final String WEBSOCKET_PREFIX = "leader-election.v";

	private PeerHeaders() {
	}

}
