package io.github.leaderelection.simulator.mutants;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * From when votes count, for whom, and how often.
 */
final class VoteCases {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000_000_000;

	/** Leaves a lease nearly as long as the promises it rests on. */
	private static final double SMALL_DRIFT = 0.01;

	private VoteCases() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(three.named("late votes for a proposal that was repeated", VoteCases::repeatedProposal),
				five.named("late votes for a raise that was repeated", VoteCases::repeatedRaise),
				five.named("a vote that arrives twice", VoteCases::twice),
				three.named("a yes to an earlier round", VoteCases::earlierRound),
				three.named("a proposal planned for the end of a promise that was renewed since",
						VoteCases::renewedPromise));

	}

	/**
	 * The voters' promises end while a lease counted from the last sending would live.
	 */
	private static void repeatedProposal(ScenarioCluster cluster) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leads(cluster);
		cluster.slow(0, 50);
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("votes for n0 are under way", () -> votes.count() > 1, 10_000);
		scouts.stop();
		HeldMessages again = cluster.hold(Which.proposals().from(0));
		cluster.hold(Which.heartbeats().from(0));
		cluster.runUntil("n0 asks again", () -> again.count() > 0, 400);
		votes.release();
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 wins with late votes");
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

	private static void repeatedRaise(ScenarioCluster cluster) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leads(cluster);
		long above = cluster.state(0).wonTerm() + 1;
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		cluster.hold(Which.proposals().to(3, 4).from(0));
		cluster.forgery().send(3, 1, new ElectionProposal(above, SECOND, null));
		cluster.forgery().send(3, 2, new ElectionProposal(above, SECOND, null));
		cluster.runUntil("votes for the raise are under way",
				() -> cluster.term(1) > above && cluster.term(2) > above && votes.count() >= 2, 500);
		cluster.hold(Which.proposals().from(0));
		cluster.ways().cut(0, 3, 4);
		cluster.run(210);
		cluster.hold(Which.heartbeats().from(0));
		votes.release();
		cluster.run(1);
		cluster.require(cluster.state(0).wonTerm() > above, "n0 has raised its term");
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

	private static void twice(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(1));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		long term = cluster.state(0).ballot().term();
		ElectionResponse vote = new ElectionResponse(term, term, true, Refusal.NONE, 1_000_000_000L);
		cluster.forgery().answer(1, 0, vote);
		cluster.forgery().answer(1, 0, vote);
		cluster.ways().cut(0, 2, 3, 4);
		cluster.ways().cut(1, 2, 3, 4);
		proposals.stop();
		votes.stop();
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The third, cut from the leader, was told when the second is free. Since then the
	 * second heard the leader again.
	 */
	private static void renewedPromise(ScenarioCluster cluster) {
		Beginnings.leaseRestsOnOne(cluster);
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().to(1));
		cluster.run(500);
		heartbeats.stop();
		cluster.run(3000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	/**
	 * The third asks the second again and again; only its very first yes gets through,
	 * and late.
	 */
	private static void earlierRound(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.hold(Which.questions().from(1));
		HeldMessages yeses = cluster.hold(Which.answers().from(1));
		cluster.ways().cut(0, 1, 2);
		cluster.runUntil("n1 says yes", () -> yeses.count() > 0 && isYes(yeses), 3000);
		long first = round(yeses);
		cluster.runUntil("n1 says yes to a later round", () -> isYes(yeses) && round(yeses) > first, 3000);
		long term = cluster.invariants().highestTerm(0);
		yeses.release((transit) -> transit.envelope().body() instanceof ScoutingResponse yes && yes.round() == first);
		cluster.run(2000);
		cluster.require(cluster.invariants().highestTerm(0) == term, "n2 proposes nothing");
	}

	private static boolean isYes(HeldMessages answers) {
		return answers.newest().envelope().body() instanceof ScoutingResponse answer && answer.granted();
	}

	private static long round(HeldMessages answers) {
		return (answers.newest().envelope().body() instanceof ScoutingResponse answer) ? answer.round() : 0;
	}

}
