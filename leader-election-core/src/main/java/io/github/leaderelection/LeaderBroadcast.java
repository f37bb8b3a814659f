package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * The newest thing a leader said to all that follow it. Who compares two of them goes by
 * the token first and the number then: the greater is the later, also where two leaders
 * said them.
 *
 * @param leader who said it
 * @param fencingToken of the leadership under which it was said
 * @param number of what was said under this leadership, from 1
 * @param text what was said, of at most {@value #MAX_LENGTH} characters
 */
public record LeaderBroadcast(NodeId leader, long fencingToken, long number, String text) {

	/** How many characters may be said at once. */
	public static final int MAX_LENGTH = 1024;

	/**
	 * Refuses what is too long.
	 * @throws IllegalArgumentException if the text has more than {@value #MAX_LENGTH}
	 * characters
	 */
	public LeaderBroadcast {
		String refusal = refusal(text);
		if (refusal != null) {
			throw new IllegalArgumentException(refusal);
		}
	}

	/**
	 * Whether a text may be broadcast.
	 * @param text the text
	 * @return why not and what to do instead, null if it may
	 */
	public static @Nullable String refusal(String text) {
		return (text.length() > MAX_LENGTH) ? "A broadcast has at most " + MAX_LENGTH + " characters, not "
				+ text.length() + ": keep it elsewhere, and broadcast where" : null;
	}

	/**
	 * Whether this was said later than another.
	 * @param other the other
	 * @return whether it is of a later leadership, or later in the same
	 */
	public boolean isAfter(LeaderBroadcast other) {
		return this.fencingToken > other.fencingToken
				|| (this.fencingToken == other.fencingToken && this.number > other.number);
	}

}
