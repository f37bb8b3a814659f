package io.github.leaderelection.simulator.scenario.state;

import java.util.List;
import java.util.function.Predicate;

import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Nodes that forget a vote while its candidate still asks for others, and hear the old
 * leader (five nodes).
 */
public final class ForgottenVoteScenarios {

	private static final long MILLI = 1_000_000;

	/** The drift bound of the default settings. */
	private static final long DRIFT_PPM = 50_000;

	/** As long as slow clocks may hide it. */
	private static final long SUSPENDED = 44;

	private ForgottenVoteScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup five = Setup.of(5).withLease(1000, 50);
		Setup often = Setup.of(5).withLease(1000, 10);
		return List.of(
				five.named("a forgotten vote, and its voter hears the old leader",
						ForgottenVoteScenarios::oldLeaderIsHeard),
				five.named("a forgotten vote for a candidate with a longer lease", ForgottenVoteScenarios::longerLease),
				often.named("a forgotten vote by a fast clock for a candidate with a slow one",
						(cluster) -> fastAndSlow(cluster, 0)),
				often.named("a forgotten vote for a candidate that was suspended",
						(cluster) -> fastAndSlow(cluster, SUSPENDED)));
	}

	/**
	 * The second votes for the first, loses its disk, and reaches the old leader. The
	 * third said yes to the first before it heard the old leader again, so it votes late.
	 */
	private static void oldLeaderIsHeard(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		saysYesAndHearsTheLeaderAgain(cluster);
		cluster.runUntil("n1 proposes", () -> cluster.votedFor(1) == 1, 1500);
		forgets(cluster);
		cluster.require(cluster.votedFor(3) != 1, "n3 holds the proposal");
		cluster.run(300);
		cluster.require(cluster.leader() == 1, "n1 wins with the vote of n3 and one that is forgotten");
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == 1, "n1 leads on");
	}

	/**
	 * The old leader is cut from the first and the second; the third misses a few of its
	 * heartbeats, says yes to the first, and hears some more of them.
	 */
	private static void saysYesAndHearsTheLeaderAgain(ScenarioCluster cluster) {
		cluster.hold(Which.questions().notFrom(1));
		Preludes.afterHeartbeat(cluster, 0, 3);
		cluster.ways().cut(0, 1, 2);
		cluster.ways().cut(4, 1, 2);
		expectsSlowAnswers(cluster, 110);
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().to(3));
		HeldMessages yeses = cluster.hold(Which.answers().to(1));
		cluster.runUntil("n2 and n3 say yes to n1", () -> yeses.count() >= 2, 300);
		heartbeats.stop();
		// answers that take so long let a candidate wait for as long as it may
		cluster.run(110);
		yeses.release();
		cluster.run(60);
		cluster.ways().cut(3, 0, 4);
	}

	/**
	 * The candidate may stand for longer than its voter would acknowledge nothing.
	 */
	private static void longerLease(ScenarioCluster cluster) {
		cluster.configure(1, 3000, 50);
		Preludes.leads(cluster);
		willPropose(cluster, 310, 3500);
		cluster.runUntil("n1 proposes", () -> cluster.votedFor(1) == 1, 5000);
		cluster.ways().cut(0, 3);
		forgets(cluster);
		cluster.run(1200);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n2");
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
	}

	/**
	 * Clocks are as far apart as they may be. The candidate's own may also stand still
	 * for a moment: its wall clock goes on.
	 */
	private static void fastAndSlow(ScenarioCluster cluster, long suspended) {
		long[] rates = { -DRIFT_PPM, -DRIFT_PPM, DRIFT_PPM, DRIFT_PPM, 0 };
		cluster.machines().forEach((machine) -> cluster.node(machine).clock().changeRate(rates[machine]));
		Preludes.leads(cluster);
		willPropose(cluster, 110, 1100);
		cluster.run(559 + suspended);
		cluster.ways().cut(3, 0, 4);
		cluster.runUntil("n1 proposes", () -> cluster.votedFor(1) == 1, 1000);
		forgets(cluster);
		cluster.node(1).pauses().suspend(suspended * MILLI);
		cluster.run(500);
		cluster.require((cluster.leader() == 1) == (suspended == 0),
				"n1 wins with a vote that is forgotten if its own clock counts all of its candidacy");
		cluster.ways().healAll();
		cluster.run(3000);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

	/**
	 * The newest that the first has heard of the old leader is that answers are slow.
	 */
	private static void expectsSlowAnswers(ScenarioCluster cluster, long millis) {
		cluster.run(1);
		long term = cluster.state(0).wonTerm();
		cluster.forgery()
			.send(0, 1, new LeaderHeartbeat(term, term, Long.MAX_VALUE, true, cluster.state(0).settings().leaseNanos(),
					millis * MILLI, List.of(Machines.id(1))));
		cluster.run(1);
	}

	/**
	 * The first and the second are cut from the old leader, and the first is told when
	 * others can support it.
	 * @param remaining for how long others are promised to the old leader
	 */
	private static void willPropose(ScenarioCluster cluster, long answer, long remaining) {
		HeldMessages questions = cluster.hold(Which.questions());
		cluster.ways().cut(0, 1, 2);
		cluster.ways().cut(4, 1, 2);
		expectsSlowAnswers(cluster, answer);
		Predicate<Transit> first = Which.any().from(1);
		cluster.runUntil("n1 scouts", () -> questions.count() > 0 && first.test(questions.newest()), 500);
		Transit question = questions.newest();
		cluster.run(answer);
		if (question.envelope().body() instanceof ScoutingRequest request) {
			ScoutingResponse yes = new ScoutingResponse(request.term(), request.round(), true, Refusal.NONE, null, 0,
					remaining * MILLI);
			cluster.forgery().answer(2, 1, yes);
			cluster.forgery().answer(3, 1, yes);
		}
	}

	/**
	 * The second votes for the first, loses its disk, and reaches the old leader.
	 */
	private static void forgets(ScenarioCluster cluster) {
		cluster.runUntil("n2 votes for n1", () -> cluster.votedFor(2) == 1, 50);
		cluster.run(2);
		cluster.restart(2, Crash.DISK_LOST);
		cluster.ways().heal(0, 2);
	}

}
