package io.github.leaderelection.simulator.lab.exercise;

/**
 * An exercise that can be run by its name.
 */
public interface Exercise {

	/** The name. */
	String name();

	/** What it shows. */
	String about();

	/**
	 * Runs it.
	 * @throws IllegalStateException if it does not come to what it is to show; the
	 * message says what was waited for
	 */
	Story run(long seed);

}
