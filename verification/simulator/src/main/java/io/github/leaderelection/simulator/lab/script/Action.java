package io.github.leaderelection.simulator.lab.script;

import io.github.leaderelection.simulator.lab.stage.Stage;

/**
 * What a step does.
 */
@FunctionalInterface
interface Action {

	/**
	 * Does it.
	 */
	void play(Stage stage);

}
