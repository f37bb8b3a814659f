package io.github.leaderelection.internal.runtime;

import java.util.Optional;

/**
 * Gives the newest inputs of one group, to be replayed elsewhere. Safe for use from any
 * thread; never delays the election.
 */
public interface TraceSource {

	/**
	 * The newest inputs and what came of them, from a state on.
	 * @return ASCII text, empty where the group does not run or keeps no trace
	 */
	Optional<String> trace();

}
