package io.github.leaderelection.internal.transport.medium;

/**
 * Why a connection is closed, as the other side is told.
 *
 * @param code a code of the WebSocket protocol, or one above 4000 of this library
 * @param text why, for people; may be empty
 */
public record CloseReason(int code, String text) {

	/** What was to be done is done. */
	public static final CloseReason NORMAL = new CloseReason(1000, "");

	/** This side goes, or has a better connection. */
	public static final CloseReason GOING_AWAY = new CloseReason(1001, "");

	/** The other side broke the rules of the protocol below. */
	public static final int PROTOCOL_ERROR = 1002;

	/** What the other side sent is no text. */
	public static final int BAD_DATA = 1007;

	/** What the other side sent is too long. */
	public static final int TOO_BIG = 1009;

	/** The other side does not answer. */
	public static final CloseReason UNRELIABLE = new CloseReason(4500, "");

}
