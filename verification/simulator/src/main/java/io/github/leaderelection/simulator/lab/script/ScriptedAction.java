package io.github.leaderelection.simulator.lab.script;

import io.github.leaderelection.simulator.lab.stage.Stage;

/**
 * What a step does.
 */
@FunctionalInterface
interface ScriptedAction {

	/**
	 * Does it.
	 */
	void play(Stage stage);

}
