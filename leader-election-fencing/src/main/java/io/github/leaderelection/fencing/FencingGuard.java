package io.github.leaderelection.fencing;

import java.util.OptionalLong;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Remembers the highest fencing token of each resource and refuses lower ones. So a
 * leader that was paused beyond its lease cannot write after its successor did.
 * <p>
 * A guard protects writes that commit together with its check. If it is kept elsewhere or
 * commits separately, a pause between check and write lets the write of an old leader
 * pass. Tokens of different groups cannot be compared, so only the leaders of one group
 * should write to a resource. Safe for use from any thread.
 */
public interface FencingGuard {

	/**
	 * Admits a write if no higher token was seen for its resource, and remembers the
	 * token.
	 * @param resource the name of the resource, the same at every writer
	 * @param token the fencing token of the writing leadership, at least 1
	 * @throws StaleTokenException if the resource has seen a higher token
	 * @throws IllegalArgumentException if the resource's name is empty or too long for
	 * the guard, or the token is below 1
	 * @throws IllegalStateException if the guard cannot protect this write
	 */
	void check(String resource, long token);

	/**
	 * Admits a write of one of several owners under the same leadership, if no higher
	 * pair of token and counter was seen for its resource, and remembers the pair. A
	 * token without a counter is compared with the pair's token alone. A higher one
	 * counts as (token, 0), and an equal one leaves the counter.
	 * <p>
	 * A guard that compares tokens alone does not support it.
	 * @param resource the name of the resource, the same at every writer
	 * @param token the token of the writing ownership
	 * @throws StaleTokenException if the resource has seen a higher pair
	 * @throws IllegalArgumentException if the resource's name is empty or too long for
	 * the guard
	 * @throws IllegalStateException if the guard cannot protect this write
	 * @throws UnsupportedOperationException if the guard compares tokens alone
	 */
	default void check(String resource, LeaderSequenceNumber token) {
		throw new UnsupportedOperationException(getClass().getName() + " cannot check " + token + " of '" + resource
				+ "': implement check(String, LeaderSequenceNumber) there. Do not pass the fencing token alone, for all "
				+ "owners under one leader share it");
	}

	/**
	 * The highest token that a resource has seen. It may be outdated at once, so use it
	 * for display, not for decisions.
	 * @param resource the name of the resource
	 * @return the token, or empty if the resource has seen none
	 */
	OptionalLong highest(String resource);

	/**
	 * Checks the range of a token; for implementations of guards.
	 * @param resource the name of the resource, for the message
	 * @param token the token
	 * @throws IllegalArgumentException if the token is below 1
	 */
	static void requireToken(String resource, long token) {
		if (token < 1) {
			throw new IllegalArgumentException("The fencing token " + token + " for '" + resource
					+ "' is below 1: pass the token of the leadership under which the write is made");
		}
	}

}
