package io.github.leaderelection.internal.protocol;

/**
 * The name of a timer. Each algorithm has an enum of its own.
 */
public interface Timer {

	/** The name. */
	String name();

	/**
	 * The position.
	 * @return 0 or more, dense within the algorithm
	 */
	int ordinal();

}
