package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.function.Predicate;

import io.github.leaderelection.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.scenario.Held;
import io.github.leaderelection.simulator.scenario.NamedScenario;
import io.github.leaderelection.simulator.scenario.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.Setup;
import io.github.leaderelection.simulator.scenario.Which;

/**
 * What a cession frees, and what it does not.
 */
final class CessionCases {

	private static final long SECOND = 1_000_000_000;

	private CessionCases() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(
				new NamedScenario("a cession of an earlier reign between two heartbeats", three,
						CessionCases::earlierReign),
				new NamedScenario("a repeated proposal and then the cession of a loser", five, CessionCases::loser),
				new NamedScenario("overtaken heartbeats, and the first successor gone", five,
						CessionCases::overtakenHeartbeats),
				new NamedScenario("an overtaken proposal and time to save a vote", three,
						CessionCases::overtakenProposal),
				new NamedScenario("a cession in a start wait, and scouts after it", three, CessionCases::inStartWait),
				new NamedScenario("a resignation while work runs", three, CessionCases::resignation));
	}

	private static Predicate<Transit> cessions(int from, int to) {
		return Which.type(LeadershipCession.class).and(Which.from(from)).and(Which.to(to));
	}

	private static void earlierReign(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		Held cession = cluster.links().hold(cessions(0, 2));
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(330);
		cluster.transfer(1, 0);
		cluster.awaitLeader(0);
		cluster.run(330);
		cluster.links().cut(0, 1);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n2");
		cession.release();
		cluster.run(1);
		cluster.links().cut(0, 2);
		Beginnings.anotherLeads(cluster);
	}

	/**
	 * The first leads a term in which the fourth voted for the fifth; its lease rests on
	 * the third and the fourth.
	 */
	private static void loser(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		Held proposals = cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(3)));
		Held scouts = cluster.links().hold(Which.type(ScoutingRequest.class).and(Which.from(0).negate()));
		Beginnings.restartAll(cluster);
		cluster.runUntil("n0 proposes", () -> proposals.count() > 0, 10_000);
		long term = cluster.state(0).ballot().term();
		cluster.links().forgery().send(4, 3, new ElectionProposal(term, SECOND, null));
		proposals.stop();
		cluster.awaitLeader(0);
		scouts.stop();
		cluster.run(530);
		cluster.links().cut(0, 1, 4);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promises of n2 and n3");
		cluster.links().forgery().send(4, 3, new ElectionProposal(term, SECOND, null));
		cluster.run(3);
		cluster.links().forgery().send(4, 3, new LeadershipCession(term, List.of()));
		cluster.run(1);
		cluster.links().cut(0, 2, 3);
		cluster.links().cut(2, 1, 3, 4);
		Beginnings.anotherLeads(cluster);
	}

	/**
	 * All who are left must support the second successor, and one of them hears old
	 * heartbeats after the cession.
	 */
	private static void overtakenHeartbeats(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		Held heartbeats = cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.from(0)).and(Which.to(3)));
		cluster.run(150);
		cluster.links().hold(cessions(0, 1));
		cluster.resign(0);
		cluster.crash(1, Crash.VANISHED);
		cluster.runUntil("n0 has ceded", () -> cluster.leader() < 0, 100);
		cluster.links().isolate(0);
		cluster.run(1);
		heartbeats.release();
		cluster.runUntil("another leads without waiting for promises to end", () -> cluster.leader() > 0, 400);
	}

	private static void overtakenProposal(ScenarioCluster cluster) {
		cluster.links().hold(Which.type(ScoutingRequest.class).and(Which.from(0).negate()));
		cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Held proposals = cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(2)));
		Held cession = cluster.links().hold(cessions(0, 2));
		cluster.startAll();
		cluster.runUntil("n0 gives up", () -> cession.count() > 0, 5000);
		cession.release();
		cluster.run(1);
		proposals.release((any) -> true);
		cluster.run(5);
		cluster.require(cluster.term(2) == 0, "n2 does not vote for one that has given up");
	}

	private static void inStartWait(ScenarioCluster cluster) {
		Beginnings.leaseRestsOnOne(cluster);
		cluster.links().cut(0, 1);
		Held scouts = cluster.links().hold(Which.type(ScoutingRequest.class));
		cluster.restart(1, Crash.KILLED);
		cluster.run(200);
		cluster.links().forgery().send(2, 1, new LeadershipCession(cluster.term(2), List.of()));
		cluster.run(1);
		scouts.stop();
		Beginnings.anotherLeads(cluster);
	}

	private static void resignation(ScenarioCluster cluster) {
		Beginnings.drainFor(cluster, 5 * SECOND);
		Beginnings.leads(cluster);
		cluster.node(0).application().work(0, 2 * SECOND);
		cluster.resign(0);
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 leads while work runs");
		cluster.links().isolate(0);
		Beginnings.anotherLeads(cluster);
	}

}
