package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * Members that never lead, and members that lead again when they return.
 */
public final class PreferenceScenarios {

	private static final int MOMENT = 20;

	/** Longer than ten leases and an election. */
	private static final int LONG = 15_000;

	private PreferenceScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup preempting = three.preempting();
		return List.of(three.withPriority(2, 0).named("a witness votes and never leads", PreferenceScenarios::witness),
				three.named("a favourite returns where nobody is preempted", PreferenceScenarios::stays),
				preempting.named("a favourite returns and leads again, once", PreferenceScenarios::returns),
				preempting.named("a favourite that resigned is left in peace", PreferenceScenarios::resigns),
				preempting.named("a favourite that comes and goes never leads", PreferenceScenarios::flaps), preempting
					.named("what an operator chose stays though the favourite returns", PreferenceScenarios::chosen));
	}

	private static int lose(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(0);
		cluster.awaitLeader();
		return cluster.leader();
	}

	private static void witness(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.transfer(0, 2);
		cluster.run(300);
		cluster.require(cluster.leader() == 0, "n0 does not hand over to the witness");
		cluster.crash(1);
		cluster.run(5_000);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on with the votes of the witness");
		cluster.resign(0);
		cluster.runUntil("n0 leads no more", () -> cluster.leader() < 0, MOMENT);
		cluster.runUntil("n0 leads again, for nobody else may", () -> cluster.leader() == 0, 3_000);
		cluster.start(1);
		cluster.run(3_000);
		cluster.node(1).application().call(0, (elector) -> elector.eligibility().pause());
		cluster.run(300);
		long term = cluster.term(0);
		cluster.crash(0);
		cluster.run(10_000);
		cluster.require(cluster.leader() < 0 && cluster.term(2) == term, "nobody leads, and terms stay flat");
		cluster.node(1).application().call(0, (elector) -> elector.eligibility().resume());
		cluster.runUntil("n1 leads with the vote of the witness", () -> cluster.leader() == 1, 200);
	}

	private static void stays(ScenarioCluster cluster) {
		int next = lose(cluster);
		cluster.start(0);
		cluster.run(2 * LONG);
		cluster.promised("L2", cluster.leader() == next, "n" + next + " leads on though n0 comes first by priority");
	}

	private static void returns(ScenarioCluster cluster) {
		int next = lose(cluster);
		cluster.run(LONG);
		cluster.require(cluster.leader() == next, "n" + next + " hands over to nobody of its own priority");
		cluster.start(0);
		cluster.run(9_900);
		cluster.require(cluster.leader() == next, "n0 has to be well for ten leases");
		cluster.runUntil("n0 leads again", () -> cluster.leader() == 0, 300);
		cluster.run(2 * LONG);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
		resigns(cluster, 0);
	}

	/** It was never handed leadership for its priority, and led all the same. */
	private static void resigns(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		resigns(cluster, 0);
	}

	private static void resigns(ScenarioCluster cluster, int favourite) {
		cluster.resign(favourite);
		cluster.runUntil("another leads", () -> cluster.leader() >= 0 && cluster.leader() != favourite, MOMENT);
		int next = cluster.leader();
		cluster.run(2 * LONG);
		cluster.require(cluster.leader() == next, "n" + favourite + " gave up and is left in peace");
	}

	private static void flaps(ScenarioCluster cluster) {
		int next = lose(cluster);
		for (int i = 0; i < 4; i++) {
			cluster.start(0);
			cluster.run(8_000);
			cluster.promised("L2", cluster.leader() == next, "n" + next + " leads on");
			cluster.crash(0);
			cluster.run(500);
		}
	}

	private static void chosen(ScenarioCluster cluster) {
		int next = lose(cluster);
		int other = 3 - next;
		cluster.start(0);
		cluster.run(2_000);
		cluster.transfer(next, other);
		cluster.runUntil("n" + other + " leads", () -> cluster.leader() == other, MOMENT);
		cluster.run(2 * LONG);
		cluster.promised("L2", cluster.leader() == other, "n" + other + " leads on, for it was chosen");
		cluster.resign(other);
		cluster.runUntil("n" + other + " leads no more", () -> cluster.leader() != other, MOMENT);
		cluster.awaitLeader();
	}

}
