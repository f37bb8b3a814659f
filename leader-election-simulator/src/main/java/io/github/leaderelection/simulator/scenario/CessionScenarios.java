package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.protocol.Ballot;
import io.github.leaderelection.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.simulator.network.Machines;

/**
 * What a cession frees, and what it does not.
 */
final class CessionScenarios {

	private static final long SPAN = 1_000_000_000;

	private CessionScenarios() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(
				new NamedScenario("a cession delayed into a later reign of the same node", three,
						CessionScenarios::delayed),
				new NamedScenario("a loser's cession is not taken for the winner's", five, CessionScenarios::losers),
				new NamedScenario("a loser's cession of a higher term", five, CessionScenarios::losersHigherTerm),
				new NamedScenario("the same answer does not overwrite a promise to another", five,
						CessionScenarios::sameAnswer),
				new NamedScenario("heartbeats overtaken by their sender's cession", five,
						CessionScenarios::overtakenHeartbeats),
				new NamedScenario("a proposal overtaken by its sender's cession", three,
						CessionScenarios::overtakenProposal),
				new NamedScenario("a resignation costs no lease", five, CessionScenarios::resignation),
				new NamedScenario("a transfer goes to the chosen member", five, CessionScenarios::transfer));
	}

	private static void delayed(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		Held cession = cluster.links().hold(Which.type(LeadershipCession.class).and(Which.from(0)).and(Which.to(2)));
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(300);
		cluster.transfer(1, 0);
		cluster.awaitLeader(0);
		cluster.run(300);
		cluster.links().cut(0, 1);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n2");
		cession.release();
		cluster.run(1);
		cluster.links().cut(0, 2);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The first leads a term in which the fourth voted for the fifth, and its lease rests
	 * on the third and the fourth.
	 */
	private static long voteForLoser(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		Held proposals = cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(3)));
		Held heartbeats = cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.from(0)).and(Which.to(3)));
		Held others = cluster.links().hold(Which.type(ScoutingRequest.class).and(Which.from(0).negate()));
		Preludes.restartAll(cluster);
		cluster.runUntil("n0 proposes", () -> proposals.count() > 0, 10_000);
		long term = cluster.state(0).ballot().term();
		cluster.links().forgery().send(4, 3, new ElectionProposal(term, SPAN, null));
		cluster.runUntil("n3 votes for n4", () -> votedFor(cluster, 3, 4), 500);
		proposals.stop();
		heartbeats.stop();
		others.stop();
		cluster.awaitLeader(0);
		cluster.run(500);
		cluster.links().cut(0, 1, 4);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promises of n2 and n3");
		cluster.require(cluster.state(3).ballot().term() == term, "n3 follows in the term in which it voted");
		cluster.require(votedFor(cluster, 3, 4), "n3 voted for n4");
		return term;
	}

	private static boolean votedFor(ScenarioCluster cluster, int voter, int candidate) {
		Ballot.Vote vote = cluster.state(voter).ballot().vote();
		return vote != null && vote.candidate().equals(Machines.id(candidate));
	}

	private static void losers(ScenarioCluster cluster) {
		long term = voteForLoser(cluster);
		cluster.links().forgery().send(4, 3, new LeadershipCession(term, List.of()));
		cluster.run(1);
		split(cluster);
	}

	private static void losersHigherTerm(ScenarioCluster cluster) {
		long term = voteForLoser(cluster);
		cluster.links().forgery().send(4, 3, new LeadershipCession(term + 1, List.of()));
		cluster.run(1);
		split(cluster);
	}

	private static void sameAnswer(ScenarioCluster cluster) {
		long term = voteForLoser(cluster);
		cluster.links().forgery().send(4, 3, new ElectionProposal(term, SPAN, null));
		cluster.run(2);
		cluster.links().forgery().send(4, 3, new LeadershipCession(term, List.of()));
		cluster.run(1);
		split(cluster);
	}

	private static void split(ScenarioCluster cluster) {
		cluster.links().cut(0, 1, 2, 3, 4);
		cluster.links().cut(2, 1, 3, 4);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The first successor is gone, so the others scout; one of the three that remain gets
	 * heartbeats of the old leader after its cession. A promise for them would hold it up
	 * for a lease.
	 */
	private static void overtakenHeartbeats(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		Held heartbeats = cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.from(0)).and(Which.to(2)));
		cluster.run(150);
		cluster.links().isolate(1);
		cluster.resign(0);
		cluster.runUntil("n0 has ceded", () -> cluster.leader() < 0, 100);
		cluster.run(2);
		heartbeats.release();
		cluster.links().isolate(0);
		cluster.runUntil("one of the three leads before a promise would end", () -> cluster.leader() > 1, 700);
	}

	private static void overtakenProposal(ScenarioCluster cluster) {
		Held proposals = cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(2)));
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Held cessions = cluster.links().hold(Which.type(LeadershipCession.class).and(Which.from(0)).and(Which.to(1)));
		cluster.startAll();
		cluster.runUntil("n0 gives up", () -> cessions.count() > 0, 5000);
		cessions.release();
		cluster.run(1);
		long before = cluster.term(2);
		proposals.release();
		cluster.run(10);
		cluster.require(cluster.term(2) == before, "n2 does not vote for one that has given up");
		votes.stop();
		cluster.awaitLeader();
	}

	private static void resignation(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(1000);
		cluster.resign(0);
		cluster.runUntil("n0 leads no more", () -> cluster.leader() != 0, 10);
		cluster.runUntil("another leads at once", () -> cluster.leader() > 0, 20);
		cluster.run(5000);
		cluster.require(cluster.leader() > 0, "n0 lets others lead for a while");
	}

	private static void transfer(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(1000);
		cluster.transfer(0, 4);
		cluster.runUntil("n4 leads at once", () -> cluster.leader() == 4, 20);
		cluster.run(2000);
		cluster.require(cluster.leader() == 4, Machines.id(4) + " leads on");
	}

}
