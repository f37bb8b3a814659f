package io.github.leaderelection.fencing;

import java.util.OptionalLong;

/**
 * Remembers the highest fencing token that each resource has seen, and refuses lower
 * ones: a leader that was paused beyond its lease cannot write after its successor did,
 * whatever it believes.
 * <p>
 * A guard protects what is written together with its check. Where it is kept in another
 * place than what it guards, or commits apart from it, a pause between check and write
 * lets the write of an old leader through. Tokens of different groups say nothing about
 * one another, so a resource should be written to by the leaders of one group only. Safe
 * for use from any thread.
 */
public interface FencingGuard {

	/**
	 * Lets a write to a resource pass if its token is the highest seen or equal to it,
	 * and remembers it.
	 * @param resource what is written to, the same name at every writer
	 * @param token the fencing token of the leadership under which it is written,
	 * positive
	 * @throws StaleTokenException if the resource has seen a higher token
	 * @throws IllegalArgumentException if the resource's name is empty or too long for
	 * the guard, or the token is below 1
	 * @throws IllegalStateException if the guard cannot protect a write that is made here
	 */
	void check(String resource, long token);

	/**
	 * The highest token that a resource has seen. It may be higher already when the
	 * caller looks at it: to be shown, not to be decided by.
	 * @param resource what is written to
	 * @return the token, empty if the resource has seen none
	 */
	OptionalLong highest(String resource);

	/**
	 * For guards: checks that a token could be one.
	 * @param resource the resource that it is for
	 * @param token the token
	 * @throws IllegalArgumentException if it is not positive
	 */
	static void requireToken(String resource, long token) {
		if (token < 1) {
			throw new IllegalArgumentException("A fencing token is positive, but that for '" + resource + "' is "
					+ token + ": pass that of the leadership under which the write is made");
		}
	}

}
