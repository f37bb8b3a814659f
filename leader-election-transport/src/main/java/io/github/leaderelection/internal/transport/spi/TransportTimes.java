package io.github.leaderelection.internal.transport.spi;

/**
 * Time limits of every medium, in milliseconds.
 */
public final class TransportTimes {

	/** The limit of a write; a longer one ends the link. */
	public static final long WRITE_MILLIS = 2000;

	/** The limit for the authentication of a connection. */
	public static final long HANDSHAKE_MILLIS = 2000;

	/**
	 * The limit for a stranger's first data, if at least half of the places are taken.
	 */
	public static final long FIRST_WORD_MILLIS = 300;

	private TransportTimes() {
	}

}
