package io.github.leaderelection;

/**
 * Gives the position of this node to elections that choose the most up-to-date member.
 */
@FunctionalInterface
public interface CandidatePosition {

	/**
	 * Reads the present position; must not return a remembered one. Called on a thread
	 * other than the election's. It should take no longer than a round trip. A call that
	 * takes longer than a lease or throws counts as a refusal.
	 * @return the position
	 * @throws Exception if the position is unknown
	 */
	Position current() throws Exception;

}
