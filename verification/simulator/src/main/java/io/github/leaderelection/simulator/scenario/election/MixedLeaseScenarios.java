package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * The lease is lengthened node by node where there are no state directories: the leader
 * has the longer one already, and a node with the shorter one restarts. Whom it asks then
 * has never heard of the longer one.
 */
public final class MixedLeaseScenarios {

	private static final long LONGER = 5000;

	private MixedLeaseScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3).withoutState();
		Setup five = Setup.of(5).withoutState();
		Setup far = Setup.of(5).withLease(2 * LONGER, 2000).withLatency(150_000);
		return List.of(
				three.named("a longer lease, and who acknowledged restarts with the shorter one",
						MixedLeaseScenarios::acknowledged),
				three.named("a longer lease, and who voted restarts with the shorter one", MixedLeaseScenarios::voted),
				three.named("a longer lease, and who voted for a raise restarts with the shorter one",
						MixedLeaseScenarios::votedForRaise),
				five.named("a longer lease, and one of two that acknowledged a heartbeat restarts",
						(cluster) -> oneOfTwo(cluster, false)),
				five.named("a longer lease, and the one that acknowledged last restarts",
						(cluster) -> oneOfTwo(cluster, true)),
				five.named("a leader with a longer lease keeps leading those with a shorter one",
						MixedLeaseScenarios::leadsOn),
				far.named("a leader's acknowledgements take longer than the shortest lease",
						MixedLeaseScenarios::leadsFarAway),
				far.withoutState()
					.named("a leader without state directories, and acknowledgements that take longer than the"
							+ " shortest lease", MixedLeaseScenarios::leadsFarAway));
	}

	private static void acknowledged(ScenarioCluster cluster) {
		leadsByOne(cluster);
		forgets(cluster, 1);
	}

	private static void leadsByOne(ScenarioCluster cluster) {
		cluster.configure(0, LONGER, 100);
		cluster.ways().cut(0, 2);
		standsFirst(cluster);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n1");
	}

	private static void standsFirst(ScenarioCluster cluster) {
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.run(500);
		scouts.stop();
	}

	/**
	 * It is cut off, restarts, and waits only as long as its own lease asks for.
	 */
	private static void forgets(ScenarioCluster cluster, int voter) {
		cluster.ways().isolate(0);
		cluster.restart(voter);
		cluster.run(LONGER);
		cluster.promised("L1", cluster.leader() > 0, "another leads");
	}

	private static void voted(ScenarioCluster cluster) {
		cluster.configure(0, LONGER, 100);
		cluster.hold(Which.heartbeats().from(0));
		cluster.hold(Which.proposals().from(0).to(2));
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		cluster.startAll();
		cluster.awaitLeader(0);
		scouts.stop();
		forgets(cluster, 1);
	}

	private static void votedForRaise(ScenarioCluster cluster) {
		leadsByOne(cluster);
		Preludes.afterHeartbeat(cluster, 0, 1);
		long term = cluster.state(0).wonTerm();
		cluster.hold(Which.heartbeats().from(0));
		cluster.forgery().answer(1, 0, new StaleHeartbeat(term + 1, null));
		cluster.runUntil("n0 has raised its term", () -> cluster.state(0).wonTerm() > term, 500);
		forgets(cluster, 1);
	}

	/**
	 * The lease rests on one with the longer lease and one with the shorter.
	 */
	private static void oneOfTwo(ScenarioCluster cluster, boolean last) {
		cluster.configure(0, LONGER, 100);
		cluster.configure(1, LONGER, 100);
		cluster.ways().cut(0, 3, 4);
		cluster.ways().cut(1, 2, 3, 4);
		standsFirst(cluster);
		cluster.require(cluster.leader() == 0, "n0 leads by the promises of n1 and n2");
		if (last) {
			cluster.hold(Which.acknowledgements().from(1));
			cluster.run(250);
		}
		forgets(cluster, 2);
	}

	/**
	 * Its own heartbeats would be so rare that a lease which counts for the shorter one
	 * ends between two of them.
	 */
	private static void leadsOn(ScenarioCluster cluster) {
		cluster.configure(0, LONGER, 1000);
		standsFirst(cluster);
		int grants = cluster.invariants().grants(0);
		cluster.run(5000);
		cluster.promised("L2", cluster.leader() == 0 && cluster.invariants().grants(0) == grants, "n0 leads on");
	}

	/**
	 * It beats so often for the one with the shorter lease that acknowledgements are of
	 * heartbeats long before the newest.
	 */
	private static void leadsFarAway(ScenarioCluster cluster) {
		cluster.configure(4, 200, 20);
		cluster.startAll();
		int leader = cluster.awaitLeader();
		cluster.run(1000);
		int grants = cluster.invariants().grants(0);
		cluster.run(4 * LONGER);
		cluster.promised("L2", cluster.leader() == leader && cluster.invariants().grants(0) == grants,
				"n" + leader + " leads on");
	}

}
