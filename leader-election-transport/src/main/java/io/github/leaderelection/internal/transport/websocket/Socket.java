package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;

import io.github.leaderelection.internal.transport.medium.CloseReason;
import org.jspecify.annotations.Nullable;

/**
 * An open WebSocket of any client or server. Methods that throw {@code IOException} may
 * block for a bounded time, and one thread at a time calls them.
 */
public interface Socket {

	/**
	 * Writes a text message.
	 * @throws IOException if the socket has to end
	 */
	void text(String message) throws IOException;

	/**
	 * Writes a ping.
	 * @throws IOException if the socket has to end
	 */
	void ping() throws IOException;

	/**
	 * Closes the socket gracefully.
	 * @param reason why, for the other side; its text is short enough
	 * @throws IOException if closing failed
	 */
	void close(CloseReason reason) throws IOException;

	/**
	 * Closes the socket at once, without the other side's consent.
	 * @param reason why, for the other side; its text is short enough
	 * @throws IOException if sending the reason failed; the socket is closed anyway
	 */
	void abort(CloseReason reason) throws IOException;

	/** Whether the thread that reads has to write answers and close the socket. */
	boolean isWrittenByReader();

	/** The address of the other side, or null if it is unknown. */
	@Nullable InetSocketAddress remoteAddress();

}
