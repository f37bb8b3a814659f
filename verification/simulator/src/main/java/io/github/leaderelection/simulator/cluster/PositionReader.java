package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.Position;

/**
 * Tells the processes of a cluster how far their applications have come.
 */
interface PositionReader {

	/**
	 * How long a machine takes to tell its position.
	 */
	long readingNanos(int machine);

	/**
	 * What the application answers.
	 * @throws IllegalStateException if it cannot tell
	 */
	Position tell(int group, int machine);

	/**
	 * What the application on a machine holds is lost.
	 */
	void forget(int machine);

}
