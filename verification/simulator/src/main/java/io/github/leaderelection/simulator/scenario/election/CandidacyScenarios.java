package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Members that do not stand for election because they were paused.
 */
public final class CandidacyScenarios {

	private static final int MOMENT = 20;

	private CandidacyScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(five.named("a paused leader hands over at once and stays out", CandidacyScenarios::leader),
				three.named("a paused member is no successor", CandidacyScenarios::successor),
				three.named("a transfer to a paused member is refused", CandidacyScenarios::transfer),
				three.named("paused members keep up the quorum and never stand", CandidacyScenarios::quorum),
				three.named("all are paused and nobody leads until one is resumed", CandidacyScenarios::all),
				three.named("a candidate is paused while its votes are under way", CandidacyScenarios::candidate),
				three.named("a pause outlives the elections and not the application", CandidacyScenarios::restarts),
				three.named("a member is paused and resumed, and nothing said so but heartbeats",
						CandidacyScenarios::resumed));
	}

	private static void pause(ScenarioCluster cluster, int machine) {
		SimulatedNode node = cluster.node(machine);
		node.application()
			.call(0, (elector) -> elector.eligibility()
				.pause()
				.thenRun(() -> cluster.invariants().paused(machine, elector)));
	}

	private static void resume(ScenarioCluster cluster, int machine) {
		cluster.node(machine).application().call(0, (elector) -> elector.eligibility().resume());
	}

	private static void leader(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		pause(cluster, 0);
		cluster.runUntil("n0 leads no more", () -> cluster.leader() != 0, MOMENT);
		cluster.runUntil("another leads at once", () -> cluster.leader() > 0, MOMENT);
		int next = cluster.leader();
		cluster.run(20_000);
		cluster.promised("L2", cluster.leader() == next, "n" + next + " leads on, beyond every cool-down");
		cluster.crash(next);
		cluster.awaitLeader();
		cluster.run(5_000);
		cluster.require(cluster.leader() > 0, "n0 is passed over though it is the first by priority");
		resume(cluster, 0);
		cluster.run(2_000);
		cluster.transfer(cluster.leader(), 0);
		cluster.runUntil("n0 leads again when it is asked to", () -> cluster.leader() == 0, MOMENT);
	}

	/**
	 * Without a word of it n1 would be named first, and n2 wait for it.
	 */
	private static void successor(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		pause(cluster, 1);
		cluster.run(300);
		cluster.resign(0);
		cluster.runUntil("n0 leads no more", () -> cluster.leader() != 0, MOMENT);
		cluster.runUntil("n2 takes over without scouting", () -> cluster.leader() == 2, 8);
	}

	private static void transfer(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		pause(cluster, 1);
		cluster.run(300);
		cluster.transfer(0, 1);
		cluster.run(2_000);
		cluster.require(cluster.leader() == 0, "n0 leads on, for nobody else was to lead");
		resume(cluster, 1);
		cluster.run(300);
		cluster.transfer(0, 1);
		cluster.runUntil("n1 leads", () -> cluster.leader() == 1, MOMENT);
	}

	private static void quorum(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		pause(cluster, 1);
		pause(cluster, 2);
		long term = cluster.term(0);
		cluster.run(10_000);
		cluster.promised("L2", cluster.leader() == 0 && cluster.term(0) == term, "n0 leads on in term " + term);
		cluster.crash(0);
		cluster.run(10_000);
		cluster.require(cluster.leader() < 0, "nobody leads");
		cluster.require(cluster.term(1) == term && cluster.term(2) == term, "terms stay flat");
		cluster.start(0);
		cluster.run(4_000);
		cluster.promised("L1", cluster.leader() == 0, "n0 leads with the votes of the others");
	}

	private static void all(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int machine = 0; machine < 3; machine++) {
			pause(cluster, machine);
		}
		cluster.runUntil("n0 leads no more", () -> cluster.leader() < 0, MOMENT);
		cluster.run(20_000);
		cluster.require(cluster.leader() < 0, "nobody leads");
		resume(cluster, 2);
		cluster.runUntil("n2 leads", () -> cluster.leader() == 2, 150);
	}

	private static void candidate(ScenarioCluster cluster) {
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		cluster.startAll();
		cluster.runUntil("n0 has been voted for", () -> votes.count() > 0, 5_000);
		pause(cluster, 0);
		cluster.run(1);
		votes.release();
		cluster.run(5);
		cluster.require(cluster.leader() != 0, "n0 does not win");
		cluster.awaitLeader();
		cluster.require(cluster.leader() > 0, "another leads");
	}

	private static void restarts(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		pause(cluster, 0);
		cluster.run(300);
		cluster.stop(0);
		cluster.node(0).start(true);
		cluster.run(3_000);
		int next = cluster.leader();
		cluster.transfer(next, 0);
		cluster.run(300);
		cluster.require(next > 0 && cluster.leader() == next, "n0 is paused still");
		cluster.restart(0);
		cluster.run(3_000);
		cluster.transfer(next, 0);
		cluster.runUntil("n0 leads", () -> cluster.leader() == 0, MOMENT);
	}

	/**
	 * What a member says of itself may be lost; its acknowledgements tell it again and
	 * again.
	 */
	private static void resumed(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages introductions = cluster.hold(Which.any().from(1).and(Which.acknowledgements().negate()));
		pause(cluster, 1);
		cluster.run(300);
		cluster.transfer(0, 1);
		cluster.run(300);
		cluster.require(cluster.leader() == 0, "n0 knows that n1 is paused");
		resume(cluster, 1);
		cluster.run(300);
		introductions.stop();
		cluster.transfer(0, 1);
		cluster.runUntil("n1 leads", () -> cluster.leader() == 1, MOMENT);
	}

}
