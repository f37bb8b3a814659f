package io.github.leaderelection.internal.transport.medium;

import java.util.List;

import io.github.leaderelection.internal.transport.seal.SealException;
import org.jspecify.annotations.Nullable;

/**
 * What happens on one connection is told here: by its reader, one thing at a time, except
 * for pongs and closes, which may come from any thread. Nothing blocks.
 */
public interface Conversation {

	/**
	 * A message arrived and was opened, or is the first and not sealed.
	 * @param frames what it holds, in their order, whatever it is; at least one
	 */
	void frames(List<String> frames);

	/**
	 * A message arrived that is not what the other side says next.
	 * @param why what is wrong with it
	 */
	void unsealed(SealException why);

	/**
	 * Something arrived that is no text.
	 */
	void binary();

	/**
	 * The other side gave a sign of life of its own.
	 */
	void heard();

	/**
	 * The other side answered to what this side said.
	 */
	void pong();

	/**
	 * The connection is closed, by whomever.
	 * @param code the code of a {@link CloseReason}
	 */
	void closed(int code);

	/**
	 * Refuses the connection, with the reason, and closes it.
	 * @param reason why
	 * @param detail what was seen
	 */
	void refuse(RefusalReason reason, String detail);

	/**
	 * Whether the other side has proven who it is.
	 * @return whether it has
	 */
	boolean isAuthenticated();

	/**
	 * Whether it is over, though the connection may not be closed yet.
	 * @return why, or null while it goes on
	 */
	@Nullable CloseReason ended();

}
