package io.github.leaderelection.simulator.scenario.stage;

/**
 * What happens in a scenario.
 */
@FunctionalInterface
public interface Script {

	/**
	 * Lets it happen.
	 * @throws ScenarioViolation if a promise is broken or something expected does not
	 * come about
	 */
	void run(ScenarioCluster cluster);

}
