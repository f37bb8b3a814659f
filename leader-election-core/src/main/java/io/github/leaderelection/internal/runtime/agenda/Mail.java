package io.github.leaderelection.internal.runtime.agenda;

/**
 * Something the loop handles on its owner thread.
 */
public interface Mail {

	/**
	 * Handles it.
	 */
	void deliver();

}
