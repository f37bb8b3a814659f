package io.github.leaderelection.internal.runtime.scheduling;

/**
 * Something for the thread that runs the loop.
 */
public interface Mail {

	/**
	 * Handles it.
	 */
	void deliver();

}
