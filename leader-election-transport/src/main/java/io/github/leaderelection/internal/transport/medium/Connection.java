package io.github.leaderelection.internal.transport.medium;

import java.io.IOException;
import java.net.URI;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.Side;
import org.jspecify.annotations.Nullable;

/**
 * This node's end of a connection with another, whatever carries it. What writes may
 * block for a bounded time and is called by one thread at a time; the rest does not
 * block.
 */
public interface Connection {

	/**
	 * Writes a message. The first is sent as it is, every other numbered and sealed.
	 * @param frames ASCII, one a line
	 * @throws IOException if the connection has to end
	 */
	void send(String frames) throws IOException;

	/**
	 * Asks the other side for a sign of life.
	 * @throws IOException if the connection has to end
	 */
	void ping() throws IOException;

	/**
	 * Closes in order.
	 * @param reason why, for the other side
	 * @throws IOException if that failed
	 */
	void close(CloseReason reason) throws IOException;

	/**
	 * Says why and closes, whether or not the other side agrees.
	 * @param reason why, for the other side
	 * @throws IOException if that failed; the connection is closed all the same
	 */
	void abort(CloseReason reason) throws IOException;

	/**
	 * All that arrives from now on is to be opened. Called once, by the reader.
	 * @param keys of the connection
	 * @param own which side this is
	 */
	void keyed(SessionKeys keys, Side own);

	/**
	 * The other side has proven who it is. Called once, by the reader.
	 * @param peer the member
	 * @param url where that member is reached, or null if it is not known or not to be
	 * reached
	 */
	void introduced(NodeId peer, @Nullable URI url);

	/**
	 * Whether the connection carries what this side says on another way than what it
	 * hears, so that a ping has to be answered before the connection is a link.
	 * @return whether it does
	 */
	boolean isEchoNeeded();

	/**
	 * Whether the thread on which an accepted connection is read has to write and close
	 * what it gives cause to, rather than another thread while it reads on.
	 * @return whether it has
	 */
	boolean isWrittenByReader();

	/**
	 * The other end, for people.
	 * @return its address
	 */
	String remoteAddress();

	/**
	 * The other end without what differs from connection to connection.
	 * @return its host
	 */
	String remoteHost();

}
