package io.github.leaderelection.simulator.explorer.next;

import org.jspecify.annotations.Nullable;

/**
 * Told of all transitions from a state.
 */
public interface TransitionVisitor {

	/**
	 * Told of a transition.
	 * @param broken the promise it breaks, or null
	 */
	void next(int[] state, Transition transition, @Nullable String broken);

	/**
	 * Told of something that would lead beyond the bounds.
	 */
	void beyond();

}
