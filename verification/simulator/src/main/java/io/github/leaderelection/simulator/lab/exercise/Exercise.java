package io.github.leaderelection.simulator.lab.exercise;

import io.github.leaderelection.simulator.lab.stage.Recording;
import org.jspecify.annotations.Nullable;

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

	/** Runs it for its picture, null if it has none. */
	default @Nullable Recording recording(long seed) {
		return null;
	}

}
