package io.github.leaderelection.simulator.scenario.state;

import java.util.List;
import java.util.stream.LongStream;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * Disks so slow that a vote comes too late to count.
 */
public final class SlowDiskScenarios {

	private static final long MILLI = 1_000_000;

	/** Longer than the longest candidacy, 400 ms. */
	private static final long TOO_SLOW = 450 * MILLI;

	private SlowDiskScenarios() {
	}

	public static List<NamedScenario> all() {
		return List.of(
				Setup.of(3).named("no term is spent while no vote can be saved in time", SlowDiskScenarios::allSlow),
				Setup.of(3).named("one save that was slow holds up nobody", SlowDiskScenarios::onceSlow),
				Setup.of(3).named("who saves slowly leads where another votes in time", SlowDiskScenarios::slowLeads));
	}

	private static void allSlow(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		disks(cluster, TOO_SLOW);
		Preludes.restartAll(cluster);
		cluster.run(10_000);
		cluster.require(cluster.leader() < 0, "nobody can be elected");
		List<Long> spent = terms(cluster);
		cluster.run(30_000);
		cluster.require(cluster.leader() < 0, "nobody can be elected");
		cluster.require(terms(cluster).equals(spent), "terms stay at " + spent + " and are " + terms(cluster));
		for (int machine = 0; machine < cluster.size(); machine++) {
			List<String> problems = cluster.node(machine).application().elector(0).status().problems();
			cluster.require(problems.stream().anyMatch((each) -> each.contains("450 ms") && each.contains("398 ms")),
					"n" + machine + " says why: " + problems);
		}
		disks(cluster, MILLI);
		Preludes.soonLed(cluster);
		for (int machine = 0; machine < cluster.size(); machine++) {
			List<String> problems = cluster.node(machine).application().elector(0).status().problems();
			cluster.require(problems.isEmpty(), "n" + machine + " has no problem: " + problems);
		}
	}

	/**
	 * The saves of an election were slow, and no save since has told that the disks are
	 * quick again.
	 */
	private static void onceSlow(ScenarioCluster cluster) {
		cluster.startAll();
		disks(cluster, 300 * MILLI);
		int first = cluster.awaitLeader();
		cluster.run(2000);
		disks(cluster, MILLI);
		cluster.crash(first);
		cluster.run(10);
		cluster.runUntil("another leads", () -> cluster.leader() >= 0, 2000);
	}

	/**
	 * The candidate's own save is over before it asks anybody.
	 */
	private static void slowLeads(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.node(1).disk().takes(TOO_SLOW, TOO_SLOW);
		cluster.restart(1);
		cluster.run(3000);
		cluster.crash(0);
		Preludes.anotherLeads(cluster);
		cluster.require(cluster.leader() == 1, "n1 leads, for n2 votes in time");
	}

	private static void disks(ScenarioCluster cluster, long nanos) {
		cluster.machines().forEach((machine) -> cluster.node(machine).disk().takes(nanos, nanos));
	}

	private static List<Long> terms(ScenarioCluster cluster) {
		return LongStream.range(0, cluster.size()).mapToObj((machine) -> cluster.term((int) machine)).toList();
	}

}
