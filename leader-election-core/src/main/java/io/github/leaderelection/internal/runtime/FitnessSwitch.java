package io.github.leaderelection.internal.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Where the application says by a check of its own whether a node is fit to lead. Apart
 * from what an operator paused: both must allow it. Safe for use from any thread.
 */
public interface FitnessSwitch {

	/**
	 * Says whether this node is fit to lead. One that is not gives up in order if it
	 * leads, and does not stand; it votes and acknowledges as before. Cheap where nothing
	 * changed.
	 * @param reason why it is not, for the operator, the end of a sentence that begins
	 * with 'because'; null if it is
	 */
	void unfit(@Nullable String reason);

}
