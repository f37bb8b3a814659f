package io.github.leaderelection.simulator.explorer;

import org.jspecify.annotations.Nullable;

/**
 * Told of what may happen.
 */
interface Visitor {

	/**
	 * Told of one thing that may happen.
	 * @param cluster the cluster afterwards
	 * @param happening what happens
	 * @param broken the promise it breaks, or null
	 */
	void next(int[] cluster, Happening happening, @Nullable String broken);

	/**
	 * Told of something that would lead beyond the bounds.
	 */
	void beyond();

}
