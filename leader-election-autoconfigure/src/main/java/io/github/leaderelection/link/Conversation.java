package io.github.leaderelection.link;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What happens on one connection is told here: by its reader, one thing at a time, except
 * for pongs and closes, which may come from any thread. Nothing blocks.
 */
public interface Conversation {

	/**
	 * A text arrived.
	 * @param text the text, whatever it is
	 */
	void text(String text);

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
	 * @param peer who it is, as far as that is known
	 * @param detail what was seen
	 */
	void refuse(RefusalReason reason, @Nullable NodeId peer, String detail);

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
