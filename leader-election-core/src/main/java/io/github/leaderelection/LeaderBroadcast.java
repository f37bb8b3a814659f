package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * The newest text that a leader sent to its followers. Two of them are ordered by token,
 * then by number, also if two leaders sent them.
 *
 * @param leader the leader that sent the text
 * @param fencingToken of the leadership under which the text was sent
 * @param number the number of the text under this leadership, from 1
 * @param text at most {@value #MAX_LENGTH} characters
 */
public record LeaderBroadcast(NodeId leader, long fencingToken, long number, String text) {

	/** The longest text in characters. */
	public static final int MAX_LENGTH = 1024;

	/**
	 * Checks the length.
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
	 * Says why a text cannot be broadcast.
	 * @param text the text
	 * @return the reason and the remedy, or null if it can be broadcast
	 */
	public static @Nullable String refusal(String text) {
		return (text.length() > MAX_LENGTH) ? "The broadcast has " + text.length() + " characters, more than "
				+ MAX_LENGTH + ": store it elsewhere, and broadcast its location" : null;
	}

	/**
	 * Whether this text was sent after another one.
	 * @param other the other text
	 * @return whether it belongs to a later leadership, or was sent later in the same one
	 */
	public boolean isAfter(LeaderBroadcast other) {
		return this.fencingToken > other.fencingToken
				|| (this.fencingToken == other.fencingToken && this.number > other.number);
	}

}
