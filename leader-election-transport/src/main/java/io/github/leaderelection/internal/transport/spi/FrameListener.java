package io.github.leaderelection.internal.transport.spi;

import java.util.List;

import io.github.leaderelection.internal.transport.seal.SealException;
import org.jspecify.annotations.Nullable;

/**
 * Receives all events of one connection. The reader reports one event at a time; pongs
 * and closes may come from any thread. Does not block.
 */
public interface FrameListener {

	/**
	 * A message arrived: an opened one, or the unsealed first one.
	 * @param frames at least one, in their order; possibly malformed
	 */
	void frames(List<String> frames);

	/**
	 * A message arrived whose seal or number is wrong.
	 */
	void unsealed(SealException why);

	/**
	 * A binary message arrived.
	 */
	void binary();

	/**
	 * The other side gave a sign of life.
	 */
	void heard();

	/**
	 * The other side answered a ping or a message.
	 */
	void pong();

	/** Either side closed the connection. */
	void closed(int code);

	/**
	 * Refuses the connection and closes it with the reason.
	 * @param detail the circumstances, for humans; may be empty
	 */
	void refuse(RefusalReason reason, String detail);

	/**
	 * Whether the other side has proven that it is a member.
	 */
	boolean isAuthenticated();

	/**
	 * Why the conversation ended, or null while it goes on. The connection may still be
	 * open.
	 */
	@Nullable CloseReason ended();

}
