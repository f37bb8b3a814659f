package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Candidates that ask for votes while their own is being saved.
 */
public final class UnsavedVoteScenarios {

	private static final long MILLI = 1_000_000;

	/** Long, and still quick enough for a vote. */
	private static final long SLOW = 150;

	/** From the yes of a scout to a vote that is saved, with all to spare. */
	private static final long MOMENT = 20;

	private UnsavedVoteScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(three.named("the win waits until the own vote is saved", UnsavedVoteScenarios::winWaits),
				five.named("a candidate dies before its own vote is saved", UnsavedVoteScenarios::diesInBetween),
				five.named("a candidate cannot save its own vote and frees its voters",
						UnsavedVoteScenarios::freesItsVoters),
				five.named("late votes for a candidate that could not save its own", UnsavedVoteScenarios::lateVotes));
	}

	private static void winWaits(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long term = proposesSlowly(cluster);
		cluster.runUntil("n2 votes for n1", () -> cluster.votedFor(2) == 1, MOMENT);
		cluster.run(SLOW / 2);
		cluster.require(cluster.term(1) < term, "the own vote is being saved");
		cluster.require(cluster.leader() < 0, "nobody leads before it is");
		cluster.runUntil("n1 leads", () -> cluster.leader() == 1, SLOW);
		cluster.require(cluster.term(1) == term, "the own vote is saved");
	}

	/**
	 * The second has voted for the candidate, which forgets that it proposed anything. In
	 * the same term it votes for another, who wins: nobody has counted what it did not
	 * save.
	 */
	private static void diesInBetween(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages proposals = cluster.hold(Which.proposals().from(1).notTo(2));
		HeldMessages votes = cluster.hold(Which.votes().to(1));
		cluster.hold(Which.questions().notFrom(1, 3));
		long term = proposesSlowly(cluster);
		cluster.hold(Which.questions().from(1));
		cluster.runUntil("n2 votes for n1", () -> cluster.votedFor(2) == 1 && votes.count() > 0, MOMENT);
		cluster.node(1).disk().failing(true);
		cluster.crash(1);
		cluster.node(1).disk().failing(false);
		cluster.node(1).disk().takes(MILLI, MILLI);
		cluster.start(1);
		cluster.ways().isolate(2);
		cluster.require(cluster.term(1) < term, "n1 has not saved its vote");
		cluster.runUntil("n3 leads", () -> cluster.leader() == 3, 3500);
		cluster.require(cluster.state(3).wonTerm() == term, "it leads in the term that n1 proposed");
		proposals.release();
		votes.release();
		cluster.ways().healAll();
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == 3, "n3 leads on");
	}

	/**
	 * The voters are promised to a candidate that cannot win: without its cession they
	 * would wait for a lease.
	 */
	private static void freesItsVoters(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		failsToSave(cluster);
		cluster.runUntil("another leads", () -> cluster.leader() > 1, 700);
	}

	/**
	 * All votes reach the candidate a moment after it has ceded.
	 */
	private static void lateVotes(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages votes = cluster.hold(Which.votes().to(1));
		long term = failsToSave(cluster);
		cluster.require(votes.count() >= 3, "all others have voted for n1");
		votes.release();
		cluster.run(MOMENT);
		cluster.node(1).disk().failing(false);
		cluster.promised("S1", cluster.leader() != 1 || cluster.state(1).wonTerm() > term,
				"n1 does not win term " + term);
		Preludes.soonLed(cluster);
	}

	private static long failsToSave(ScenarioCluster cluster) {
		cluster.node(1).disk().failing(true);
		long term = proposesSlowly(cluster);
		cluster.runUntil("all others vote for n1",
				() -> cluster.votedFor(2) == 1 && cluster.votedFor(3) == 1 && cluster.votedFor(4) == 1, MOMENT);
		cluster.runUntil("n1 cannot save its vote", () -> !cluster.invariants().isUsable(0, 1), 2 * SLOW);
		return term;
	}

	/** The first candidate proposes, and its disk has become slow. */
	private static long proposesSlowly(ScenarioCluster cluster) {
		cluster.node(1).disk().takes(SLOW * MILLI, SLOW * MILLI);
		long term = cluster.term(1) + 1;
		cluster.crash(0);
		cluster.runUntil("n1 proposes", () -> cluster.state(1).ballot().term() == term, 3000);
		return term;
	}

}
