package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection.Writing;
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
	 * Whether {@link #begin} may be called.
	 */
	default boolean isBegunAtOnce() {
		return false;
	}

	/**
	 * Begins to write a text message. Does not block.
	 */
	default Writing begin(String message) {
		throw new UnsupportedOperationException("This socket blocks while it writes");
	}

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

	/** Whether the reading thread has to write answers and close the socket. */
	boolean isWrittenByReader();

	/** The address of the other side, or null if it is unknown. */
	@Nullable InetSocketAddress remoteAddress();

	/** Waits for the end of a write, for at most the given milliseconds. */
	static void await(Future<?> done, long millis) throws IOException {
		try {
			done.get(millis, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			throw new SocketTimeoutException("Not written within " + millis + " ms");
		}
		catch (ExecutionException ex) {
			throw new IOException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("The transport is closing");
		}
	}

}
