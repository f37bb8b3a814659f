package io.github.leaderelection.link;

/**
 * Times that every medium keeps to, in milliseconds.
 */
public final class TransportTimes {

	/** A write that takes longer ends the link. */
	public static final long WRITE_MILLIS = 2000;

	/** Who is not authenticated until then is refused. */
	public static final long HANDSHAKE_MILLIS = 2000;

	private TransportTimes() {
	}

}
