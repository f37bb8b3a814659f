package io.github.leaderelection.internal.transport.spi;

/**
 * The reason to close a connection, which the other side receives.
 *
 * @param code a code of the WebSocket protocol, or one above 4000 of this library
 * @param text the reason for humans; may be empty
 */
public record CloseReason(int code, String text) {

	/** The connection has served its purpose. */
	public static final CloseReason NORMAL = new CloseReason(1000, "");

	/** This side ends, or has a better connection. */
	public static final CloseReason GOING_AWAY = new CloseReason(1001, "");

	/** The other side violated the WebSocket protocol. */
	public static final int PROTOCOL_ERROR = 1002;

	/** The other side sent something other than text. */
	public static final int BAD_DATA = 1007;

	/** The other side sent a message that is too long. */
	public static final int TOO_BIG = 1009;

	/** The other side does not answer. */
	public static final CloseReason UNRELIABLE = new CloseReason(4500, "");

}
