package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Answers that come so late that what they answer is over.
 */
final class AnswerCases {

	private static final long MILLI = 1_000_000;

	/** Leaves a lease nearly as long as the promises it rests on. */
	private static final double SMALL_DRIFT = 0.01;

	private AnswerCases() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(three.named("late acknowledgements of forgotten heartbeats",
				(cluster) -> lateAcknowledgements(cluster, (same) -> {
				})),
				three.named("late acknowledgements of an earlier reign",
						(cluster) -> lateAcknowledgements(cluster, AnswerCases::leadsAgain)),
				three.named("late acknowledgements to an earlier start",
						(cluster) -> lateAcknowledgements(cluster, AnswerCases::restartsAndLeadsAgain)),
				three.named("a leader suspended after an acknowledgement that took long",
						AnswerCases::suspendedAfterAcknowledgement),
				three.named("a leader suspended after a win that took long", AnswerCases::suspendedAfterWin),
				five.named("late votes of a term that was given up", AnswerCases::votesOfEarlierTerm),
				three.named("a yes to an earlier start", AnswerCases::yesToEarlierStart),
				three.named("a higher term told to an earlier start", AnswerCases::staleToEarlierStart),
				three.named("a lost disk: late answers to an earlier start", AnswerCases::statesToldToEarlierStart));
	}

	/**
	 * The acknowledgements of the second are under way for long. The leader is cut off,
	 * and they arrive while heartbeats that nobody heard wait for theirs.
	 */
	private static void lateAcknowledgements(ScenarioCluster cluster, Consumer<ScenarioCluster> meanwhile) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leads(cluster);
		HeldMessages late = cluster.hold(Which.acknowledgements().from(1).to(0));
		cluster.run(4000);
		late.pause();
		meanwhile.accept(cluster);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads");
		cluster.ways().isolate(0);
		cluster.run(240);
		late.releaseLate();
		Preludes.anotherLeads(cluster);
	}

	private static void leadsAgain(ScenarioCluster cluster) {
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(300);
		cluster.transfer(1, 0);
		cluster.awaitLeader(0);
	}

	private static void restartsAndLeadsAgain(ScenarioCluster cluster) {
		cluster.restart(0);
		cluster.run(3000);
		cluster.transfer(cluster.leader(), 0);
		cluster.awaitLeader(0);
	}

	/**
	 * Its wall clock went on, and it has to count from the sending.
	 */
	private static void suspendedAfterAcknowledgement(ScenarioCluster cluster) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leaseRestsOnOne(cluster);
		cluster.ways().slow(0, 1, 150 * MILLI);
		cluster.run(1000);
		cluster.hold(Which.heartbeats().from(0));
		cluster.run(310);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n1");
		cluster.ways().isolate(0);
		cluster.node(0).pauses().suspend(290 * MILLI);
		Preludes.anotherLeads(cluster);
	}

	private static void suspendedAfterWin(ScenarioCluster cluster) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leads(cluster);
		cluster.slow(0, 50);
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("votes for n0 are under way", () -> votes.count() > 1, 10_000);
		scouts.stop();
		cluster.hold(Which.heartbeats().from(0));
		cluster.run(250);
		votes.release();
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 wins with late votes");
		cluster.node(0).pauses().suspend(290 * MILLI);
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * Two voted in the first attempt of which the candidate was not told in time, and are
	 * free again. Its second attempt reaches nobody.
	 */
	private static void votesOfEarlierTerm(ScenarioCluster cluster) {
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		cluster.startAll();
		cluster.runUntil("two vote for n0", () -> votes.count() >= 2, 10_000);
		long first = cluster.term(0);
		HeldMessages proposals = cluster
			.hold(Which.proposals().from(0).and((transit) -> transit.envelope().body().term() > first));
		cluster.hold(Which.heartbeats().from(0));
		cluster.runUntil("n0 proposes again", () -> proposals.count() > 0, 10_000);
		votes.release();
		cluster.run(1);
		cluster.ways().isolate(0);
		scouts.stop();
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The third, cut from the leader, asks the second again after a restart, and nobody
	 * hears it.
	 */
	private static void yesToEarlierStart(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.hold(Which.questions().from(1));
		HeldMessages yeses = cluster.hold(Which.answers().from(1));
		cluster.ways().cut(0, 1, 2);
		cluster.runUntil(
				"n1 says yes", () -> yeses.count() > 0
						&& yeses.newest().envelope().body() instanceof ScoutingResponse answer && answer.granted(),
				3000);
		cluster.restart(2);
		long round = (yeses.newest().envelope().body() instanceof ScoutingResponse answer) ? answer.round() : 0;
		HeldMessages questions = cluster.hold(Which.questions().from(2));
		cluster.runUntil("n2 asks in a round of the same number", () -> questions.count() > 0
				&& questions.newest().envelope().body() instanceof ScoutingRequest asked && asked.round() == round,
				9000);
		long term = cluster.invariants().highestTerm(0);
		yeses.releaseLate();
		cluster.run(2000);
		cluster.require(cluster.invariants().highestTerm(0) == term, "n2 proposes nothing");
	}

	private static void staleToEarlierStart(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		long term = cluster.state(0).wonTerm();
		cluster.forgery().send(1, 0, new StaleHeartbeat(term + 5, null));
		cluster.run(1000);
		cluster.require(cluster.leader() == 0 && cluster.state(0).wonTerm() == term, "n0 leads on in term " + term);
	}

	/**
	 * The third has learned which terms are spent, led in one that the second has not
	 * heard of, and lost its disk again.
	 */
	private static void statesToldToEarlierStart(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		HeldMessages answers = cluster.hold(Which.stateAnswers().to(2));
		cluster.restart(2, Crash.DISK_LOST);
		cluster.run(1750);
		long round = (answers.newest().envelope().body() instanceof StateAnswer answer) ? answer.round() : 0;
		answers.release(
				(transit) -> transit.envelope().body() instanceof StateAnswer answer && answer.round() == round - 1);
		cluster.runUntil("n2 has learned the terms", () -> cluster.state(2).isPastStart(), 10);
		cluster.run(300);
		cluster.ways().isolate(1);
		cluster.transfer(0, 2);
		cluster.awaitLeader(2);
		cluster.ways().cut(0, 1, 2);
		cluster.restart(2, Crash.DISK_LOST);
		cluster.ways().heal(1, 2);
		cluster.run(1700);
		answers.releaseLate();
		cluster.run(5000);
		cluster.require(cluster.leader() < 0, "nobody leads without n0, who knows the newest term");
	}

}
