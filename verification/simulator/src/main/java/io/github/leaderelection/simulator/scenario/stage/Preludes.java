package io.github.leaderelection.simulator.scenario.stage;

import io.github.leaderelection.simulator.network.HeldMessages;

/**
 * How scenarios begin.
 */
public final class Preludes {

	private Preludes() {
	}

	/**
	 * The first machine leads.
	 */
	public static void leads(ScenarioCluster cluster) {
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.run(500);
	}

	/**
	 * Of three the first leads, and its lease rests on the second alone. The third, cut
	 * from the first, is free and would stand.
	 */
	public static void leaseRestsOnOne(ScenarioCluster cluster) {
		leads(cluster);
		cluster.ways().cut(0, 2);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads still");
	}

	/**
	 * The first leads no more for others can reach it no longer; they elect another in
	 * time, never while the first still leads.
	 */
	public static void anotherLeads(ScenarioCluster cluster) {
		cluster.run(3500);
		cluster.promised("L1", cluster.leader() > 0, "another leads");
	}

	/**
	 * Somebody leads within a few leases.
	 */
	public static void soonLed(ScenarioCluster cluster) {
		cluster.run(5000);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

	/**
	 * A heartbeat has just been heard, and the next is not yet due: what happens now is
	 * undone by none.
	 */
	public static void afterHeartbeat(ScenarioCluster cluster, int from, int to) {
		HeldMessages heartbeat = cluster.hold(Which.heartbeats().from(from).to(to));
		cluster.runUntil("n" + from + " sends a heartbeat", () -> heartbeat.count() > 0, 300);
		heartbeat.release();
		cluster.run(20);
	}

	/**
	 * Every process crashes and starts again.
	 */
	public static void restartAll(ScenarioCluster cluster) {
		cluster.crashAll();
		cluster.startAll();
	}

}
