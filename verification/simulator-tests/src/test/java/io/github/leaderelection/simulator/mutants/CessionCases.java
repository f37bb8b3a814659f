package io.github.leaderelection.simulator.mutants;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * A leader that hands over while work runs.
 */
final class CessionCases {

	private static final long SECOND = 1_000_000_000;

	private CessionCases() {
	}

	static List<NamedScenario> all() {
		return List.of(Setup.of(3).named("a resignation while work runs", CessionCases::resignation));
	}

	private static void resignation(ScenarioCluster cluster) {
		Beginnings.drainFor(cluster, 5 * SECOND);
		Beginnings.leads(cluster);
		cluster.node(0).application().work(0, 2 * SECOND);
		cluster.resign(0);
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 leads while work runs");
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

}
