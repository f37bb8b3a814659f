package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * A follower whose disk fails promises only what the next start of it would remember.
 */
public final class UnsavableScenarios {

	private UnsavableScenarios() {
	}

	public static List<NamedScenario> all() {
		return List.of(Setup.of(3)
			.named("nothing is promised while the clean-stop mark cannot be erased", UnsavableScenarios::mark));
	}

	/**
	 * The voter stopped gracefully when nobody relied on it, and its disk fails as it
	 * starts. Only its promise could keep the leader, and the next start of it finds the
	 * mark.
	 */
	private static void mark(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(1);
		cluster.run(2000);
		cluster.stop(1);
		cluster.ways().healAll();
		cluster.start(1);
		cluster.node(1).disk().failing(true);
		cluster.run(500);
		cluster.ways().cut(0, 2);
		cluster.run(1500);
		cluster.ways().cut(0, 1);
		cluster.crash(1);
		cluster.node(1).disk().failing(false);
		cluster.start(1);
		Preludes.anotherLeads(cluster);
	}

}
