package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;

/**
 * How the scenarios for mutants begin. Whatever they do happens between two heartbeats.
 */
final class Beginnings {

	private Beginnings() {
	}

	/**
	 * Gives all machines another bound on clock drift, before they start.
	 */
	static void boundDriftBy(ScenarioCluster cluster, double bound) {
		configure(cluster, (now) -> now.but().maxClockDrift(bound).build());
	}

	/**
	 * Lets running work end before leadership is given up, from the next start on.
	 */
	static void drainFor(ScenarioCluster cluster, long nanos) {
		configure(cluster, (now) -> now.but().drainNanos(nanos).build());
	}

	private static void configure(ScenarioCluster cluster, UnaryOperator<ElectionSettings> change) {
		cluster.machines()
			.forEach((machine) -> cluster.node(machine)
				.configure(List.of(change.apply(cluster.node(machine).settings(0)))));
	}

	/**
	 * The first machine leads.
	 */
	static void leads(ScenarioCluster cluster) {
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.run(530);
	}

	/**
	 * Of three the first leads, and its lease rests on the second alone.
	 */
	static void leaseRestsOnOne(ScenarioCluster cluster) {
		leads(cluster);
		cluster.ways().cut(0, 2);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads still");
	}

}
