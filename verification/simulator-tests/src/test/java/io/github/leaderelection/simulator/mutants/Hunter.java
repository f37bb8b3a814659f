package io.github.leaderelection.simulator.mutants;

import org.jspecify.annotations.Nullable;

/**
 * Runs the simulator in the class loader it was made in.
 */
public interface Hunter {

	/**
	 * Plays a directed scenario.
	 * @param name its name
	 * @return what was found, or null
	 * @throws IllegalArgumentException if there is no such scenario
	 */
	@Nullable Catch play(String name);

	/**
	 * Plays a random run.
	 * @param seed its seed
	 * @return what was found, or null
	 */
	@Nullable Catch play(long seed);

	/**
	 * How much was simulated by this hunter so far.
	 * @return the simulated time of clusters, in seconds
	 */
	double clusterSeconds();

}
