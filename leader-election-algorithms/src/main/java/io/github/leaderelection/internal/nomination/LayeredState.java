package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The state of a layered election.
 */
public interface LayeredState<S> {

	/** The state of the underlying election. */
	QuorumState election();

	/**
	 * The same state of the nomination with another one of the underlying election.
	 */
	S withElection(QuorumState election);

}
