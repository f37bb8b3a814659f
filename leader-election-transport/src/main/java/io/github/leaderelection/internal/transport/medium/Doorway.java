package io.github.leaderelection.internal.transport.medium;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Where connections of other nodes come in. Safe for use from any thread; nothing blocks.
 */
public interface Doorway {

	/**
	 * Whether the transport runs.
	 * @return whether it does; if not, nobody is to be let in
	 */
	boolean isOpen();

	/**
	 * Judges a request by what can be seen before a word is exchanged.
	 * @param request the request
	 * @param understood whether both sides speak a common version
	 * @return why the request is to be refused, or null for nothing; not yet counted
	 */
	@Nullable RefusalReason judge(HttpServletRequest request, boolean understood);

	/**
	 * Whether one more connection may be accepted.
	 * @param pending how many requests are about to become connections already
	 * @return whether there is room
	 */
	boolean hasRoom(int pending);

	/**
	 * Counts and reports what was refused before it became a connection.
	 * @param reason why
	 * @param detail what was seen
	 */
	void refused(RefusalReason reason, String detail);

	/**
	 * Takes a connection.
	 * @param connection the connection
	 * @return what is to be told of it, or null to have it closed
	 */
	@Nullable Conversation accept(Connection connection);

}
