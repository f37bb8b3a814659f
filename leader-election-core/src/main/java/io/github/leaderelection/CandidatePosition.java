package io.github.leaderelection;

/**
 * Tells elections that choose the most up-to-date member how far this one has come.
 */
@FunctionalInterface
public interface CandidatePosition {

	/**
	 * The position now: never one remembered from before the call. Called by a thread
	 * that is not the election's; it has about a round trip's time, and one that takes
	 * longer than a lease, or throws, counts as a refusal.
	 * @return the position
	 * @throws Exception if it cannot be told
	 */
	Position current() throws Exception;

}
