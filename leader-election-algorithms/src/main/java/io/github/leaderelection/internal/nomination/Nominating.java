package io.github.leaderelection.internal.nomination;

import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The state of an election in two layers.
 *
 * @param <S> the state's own type, an immutable record
 */
public interface Nominating<S> {

	/**
	 * The state of the election below.
	 * @return the state
	 */
	QuorumState election();

	/**
	 * The same nomination over another state of the election below.
	 * @param election the state
	 * @return a new state
	 */
	S withElection(QuorumState election);

}
