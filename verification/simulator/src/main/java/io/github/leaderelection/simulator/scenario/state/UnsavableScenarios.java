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
		Setup three = Setup.of(3);
		return List.of(
				three.named("nothing is promised while the clean-stop mark cannot be erased", UnsavableScenarios::mark),
				three.named("nothing is promised while a larger drift bound cannot be saved",
						UnsavableScenarios::largerDrift));
	}

	/**
	 * The voter is restarted with a larger bound, and its disk fails as it starts. The
	 * leader has another follower.
	 */
	private static void largerDrift(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(1);
		cluster.drift(0.1);
		cluster.configure(1);
		cluster.start(1);
		cluster.node(1).disk().failing(true);
		cluster.run(3000);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		cluster.node(1).disk().failing(false);
		cluster.run(3000);
		cluster.require(cluster.leader() == 0, "n0 leads on");
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
