package io.github.leaderelection.simulator.lab.exercise;

/**
 * An exercise that can be run by its name.
 */
public interface Exercise {

	/**
	 * The name.
	 * @return a word with hyphens
	 */
	String name();

	/**
	 * What it shows.
	 * @return one line
	 */
	String about();

	/**
	 * Runs it.
	 * @param seed decides everything left to chance
	 * @return what came of it
	 * @throws IllegalStateException if it does not come to what it is to show; the
	 * message says what was waited for
	 */
	Story run(long seed);

}
