package io.github.leaderelection.internal.transport.spi;

import java.io.IOException;
import java.net.URI;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.Side;
import org.jspecify.annotations.Nullable;

/**
 * This node's end of a connection, over any medium. Methods that throw
 * {@code IOException} may block for a bounded time, and one thread at a time calls them.
 * The others do not block.
 */
public interface Connection {

	/**
	 * Writes a message. The first one is sent as it is, every other one numbered and
	 * sealed.
	 * @throws IOException if the connection has to end
	 */
	void send(String frames) throws IOException;

	/**
	 * Whether a thread of the client reads this dialled connection, and nothing else
	 * meanwhile. Such a thread may do more than read.
	 */
	default boolean isReadByOwnThread() {
		return false;
	}

	/**
	 * Whether {@link #begin} may be called.
	 */
	default boolean isBegunAtOnce() {
		return false;
	}

	/**
	 * Begins to write a message as {@link #send} does. Does not block. Until it is
	 * written nothing else may be sent.
	 * @throws IOException if the connection has to end
	 */
	default Writing begin(String frames) throws IOException {
		throw new UnsupportedOperationException("This connection blocks while it writes");
	}

	/**
	 * Asks the other side for a sign of life.
	 * @throws IOException if the connection has to end
	 */
	void ping() throws IOException;

	/**
	 * Closes the connection gracefully.
	 * @throws IOException if closing failed
	 */
	void close(CloseReason reason) throws IOException;

	/**
	 * Closes the connection at once, without the other side's consent.
	 * @throws IOException if sending the reason failed; the connection is closed anyway
	 */
	void abort(CloseReason reason) throws IOException;

	/** Every message that arrives from now on is sealed. The reader calls this once. */
	void keyed(SessionKeys keys, Side own);

	/**
	 * Reports that the other side is authenticated. The reader calls this once.
	 * @param url the URL of the member, or null if it is unknown or not allowed
	 */
	void introduced(NodeId peer, @Nullable URI url);

	/**
	 * Whether the connection sends on another path than it receives. If so, the other
	 * side must answer a ping before the connection is a link.
	 */
	boolean isEchoNeeded();

	/**
	 * Whether the reading thread of an accepted connection has to write the answers and
	 * close the connection itself.
	 */
	boolean isWrittenByReader();

	/**
	 * The address of the other side, for humans.
	 */
	String remoteAddress();

	/**
	 * The address of the other side without its port.
	 */
	String remoteHost();

	/**
	 * A write that was begun.
	 */
	interface Writing {

		/** Whether the write has ended, successfully or not. */
		boolean isDone();

		/**
		 * Returns once all is written. May block for a bounded time.
		 * @throws IOException if the connection has to end
		 */
		void end() throws IOException;

	}

	/**
	 * Whether the close code of an authenticated member is sealed. Otherwise a man in the
	 * middle may have forged it.
	 */
	default boolean isCloseSealed() {
		return false;
	}

}
