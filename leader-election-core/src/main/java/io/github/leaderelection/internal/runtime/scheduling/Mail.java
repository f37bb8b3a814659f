package io.github.leaderelection.internal.runtime.scheduling;

/**
 * A task for the thread that runs the loop.
 */
public interface Mail {

	/**
	 * Runs the task.
	 */
	void deliver();

}
