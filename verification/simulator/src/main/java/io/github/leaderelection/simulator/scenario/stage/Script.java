package io.github.leaderelection.simulator.scenario.stage;

/**
 * What happens in a scenario.
 */
@FunctionalInterface
public interface Script {

	/**
	 * Lets it happen.
	 * @param cluster the machines, nothing running yet
	 * @throws ScenarioViolation if a promise is broken or something expected does not
	 * come about
	 */
	void run(ScenarioCluster cluster);

}
