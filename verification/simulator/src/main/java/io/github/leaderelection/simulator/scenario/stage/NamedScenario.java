package io.github.leaderelection.simulator.scenario.stage;

/**
 * A scenario that can be run by its name.
 */
public record NamedScenario(String name, Setup setup, Script script) {

	/**
	 * Runs it on a cluster of its own, as it is written.
	 * @throws ScenarioViolation if a promise is broken or something expected does not
	 * come about
	 */
	public void run() {
		run(Chance.NONE);
	}

	/**
	 * Runs it on a cluster of its own.
	 * @throws ScenarioViolation if a promise is broken or something expected does not
	 * come about
	 */
	public void run(Chance chance) {
		ScenarioCluster cluster = new ScenarioCluster(this.name, this.setup, chance);
		this.script.run(cluster);
		cluster.check();
	}

	@Override
	public String toString() {
		return this.name;
	}

}
