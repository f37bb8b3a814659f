package io.github.leaderelection.simulator.beside;

import java.util.Map;

/**
 * Something beside the elections of a random run, which judges it.
 */
public interface Beside {

	/** Begins what goes wrong besides the faults of the election. */
	void plan();

	/** Judges once all members are well. */
	void judge();

	/** What happened, and how often. */
	Map<? extends Enum<?>, Long> counts();

	/** Whether it needs members and settings that stay as they are. */
	default boolean keepsSettings() {
		return false;
	}

}
