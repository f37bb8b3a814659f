package io.github.leaderelection.simulator.explorer.breadth;

import org.jspecify.annotations.Nullable;

/**
 * What is searched: states, each an array of numbers, and what follows on each. Safe for
 * use from any thread.
 */
public interface StateSpace {

	/**
	 * How many numbers make a state.
	 */
	int width();

	/** Where the search begins. */
	int[] first();

	/**
	 * Finds all that may happen next.
	 * @param visitor told of each, in an order that depends on the state alone
	 */
	void expand(int[] state, Visitor visitor);

	/**
	 * Told of all that may happen next.
	 */
	interface Visitor {

		/**
		 * Told of a state that is reached.
		 * @param broken the promise that is broken by that, or null
		 */
		void reached(int[] state, @Nullable String broken);

		/**
		 * Told of something that would lead beyond the bounds.
		 */
		void beyond();

	}

}
