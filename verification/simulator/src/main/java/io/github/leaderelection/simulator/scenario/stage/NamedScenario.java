package io.github.leaderelection.simulator.scenario.stage;

import java.util.function.Consumer;

/**
 * A scenario that can be run by its name.
 */
public record NamedScenario(String name, Setup setup, Consumer<ScenarioCluster> script) {

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
		this.script.accept(cluster);
		cluster.check();
	}

	@Override
	public String toString() {
		return this.name;
	}

}
