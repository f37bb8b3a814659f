package io.github.leaderelection.internal.transport.medium;

/**
 * Times that every medium keeps to, in milliseconds.
 */
public final class TransportTimes {

	/** A write that takes longer ends the link. */
	public static final long WRITE_MILLIS = 2000;

	/** Who is not authenticated until then is refused. */
	public static final long HANDSHAKE_MILLIS = 2000;

	/**
	 * Who has said nothing until then is refused, where places for strangers are short.
	 */
	public static final long FIRST_WORD_MILLIS = 300;

	private TransportTimes() {
	}

}
