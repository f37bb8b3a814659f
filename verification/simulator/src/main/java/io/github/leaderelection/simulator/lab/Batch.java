package io.github.leaderelection.simulator.lab;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.variant.Election;
import io.github.leaderelection.simulator.time.Seeds;

/**
 * A scenario with many seeds, each run by one thread. What comes of it does not depend on
 * how many threads there are.
 */
final class Batch {

	private final Scenario scenario;

	private final Election election;

	Batch(Scenario scenario, String algorithm) {
		this.scenario = scenario;
		this.election = Election.find(algorithm, scenario.variant());
	}

	Measurements run(long from, int seeds, int threads) {
		List<LabOutcome> outcomes = new ArrayList<>();
		Seeds.run(from, seeds, threads, (seed) -> this.scenario.play(seed, this.election), outcomes::add);
		return new Measurements(this.scenario, outcomes);
	}

}
