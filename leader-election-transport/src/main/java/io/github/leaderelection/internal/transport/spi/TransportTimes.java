package io.github.leaderelection.internal.transport.spi;

/**
 * Time limits of every medium, in milliseconds.
 */
public final class TransportTimes {

	/** A write that takes longer ends the link. */
	public static final long WRITE_MILLIS = 2000;

	/** A connection must be authenticated by then. */
	public static final long HANDSHAKE_MILLIS = 2000;

	/**
	 * A stranger must have sent something by then, if places for strangers are short.
	 */
	public static final long FIRST_WORD_MILLIS = 300;

	private TransportTimes() {
	}

}
