package io.github.leaderelection.link;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * This node's end of a connection with another, whatever carries it. What writes may
 * block for a bounded time and is called by one thread at a time; the rest does not
 * block.
 */
public interface Connection {

	/**
	 * Writes texts, in their order.
	 * @param texts ASCII, at least one
	 * @throws IOException if the connection has to end
	 */
	void send(List<String> texts) throws IOException;

	/**
	 * How many characters one call of {@link #send} may carry, a separator between two
	 * texts included.
	 * @return the bound, or 0 for one text whatever its length
	 */
	int batchLength();

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
	 * Both sides have greeted. Called once, before either has proven anything.
	 * @param peer who the other side says it is
	 * @param url where that member is reached, or null if it is not known or not to be
	 * reached
	 * @param key what only those can compute who know the secret and both greetings
	 */
	void greeted(NodeId peer, @Nullable URI url, byte[] key);

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
