package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * Members that learn that a process of another has ended.
 */
public final class EndedProcessScenarios {

	/** A tenth of what the promises would take. */
	private static final long SOON = 100;

	private EndedProcessScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(
				three.named("both others learn that the leader's process has ended", EndedProcessScenarios::bothLearn),
				three.named("one of the others learns that the leader's process has ended",
						EndedProcessScenarios::oneLearns),
				five.named("a quorum learns one by one that the leader's process has ended",
						EndedProcessScenarios::quorumLearns),
				three.named("an earlier process of the leader is learned to have ended",
						EndedProcessScenarios::earlierStart),
				three.named("a process is learned to have ended within a start wait",
						EndedProcessScenarios::withinStartWait));
	}

	private static void bothLearn(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long ended = ends(cluster);
		learns(cluster, 1, 0, ended);
		cluster.run(2);
		learns(cluster, 2, 0, ended);
		cluster.run(SOON);
		cluster.promised("L1", cluster.leader() > 0, "another leads long before the promises would have ended");
	}

	/**
	 * The promise of the other lasts, and nobody is any the worse.
	 */
	private static void oneLearns(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		learns(cluster, 1, 0, ends(cluster));
		cluster.run(5 * SOON);
		cluster.require(cluster.leader() < 0, "n2 is still promised to n0");
		cluster.run(10 * SOON);
		cluster.promised("L1", cluster.leader() > 0, "another leads");
	}

	private static void quorumLearns(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long ended = ends(cluster);
		learns(cluster, 4, 0, ended);
		cluster.run(5);
		learns(cluster, 2, 0, ended);
		cluster.run(SOON);
		cluster.require(cluster.leader() < 0, "two of five are no quorum");
		learns(cluster, 3, 0, ended);
		cluster.run(2 * SOON);
		cluster.promised("L1", cluster.leader() > 0, "another leads long before the promises would have ended");
	}

	/**
	 * Were its present process taken for ended, its lease would rest on nothing.
	 */
	private static void earlierStart(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long earlier = cluster.state(0).incarnation();
		cluster.restart(0);
		cluster.run(3000);
		cluster.transfer(cluster.leader(), 0);
		cluster.awaitLeader(0);
		restsOnOne(cluster);
		learns(cluster, 1, 0, earlier);
		cluster.run(1);
		cluster.ways().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * What the second promised before its restart, to whomever, is not known any more.
	 */
	private static void withinStartWait(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long earlier = cluster.state(2).incarnation();
		cluster.restart(2);
		cluster.run(2000);
		restsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.restart(1);
		learns(cluster, 1, 2, earlier);
		Preludes.anotherLeads(cluster);
	}

	private static void restsOnOne(ScenarioCluster cluster) {
		cluster.ways().cut(0, 2);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		Preludes.afterHeartbeat(cluster, 0, 1);
	}

	/** The first is killed. */
	private static long ends(ScenarioCluster cluster) {
		long incarnation = cluster.state(0).incarnation();
		cluster.crash(0);
		return incarnation;
	}

	private static void learns(ScenarioCluster cluster, int machine, int of, long incarnation) {
		cluster.tellOfEnd(machine, of, incarnation);
	}

}
