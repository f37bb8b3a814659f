package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Voters that restart while a leader relies on what they promised.
 */
public final class RestartScenarios {

	private static final long MILLI = 1_000_000;

	private RestartScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(three.named("a restart within a promise", RestartScenarios::withinPromise),
				three.named("a restart within a promise, by a shortened lease", RestartScenarios::shortenedLease),
				three.named("a restart within a promise, by the saved span", RestartScenarios::savedSpan),
				three.named("a restart while a longer span is being saved", RestartScenarios::whileSpanIsSaved),
				three.named("the clean-stop mark within a start wait", RestartScenarios::markWithinWait),
				three.named("the clean-stop mark with a promise live", RestartScenarios::markWithPromise),
				three.named("the clean-stop mark is erased before a crash",
						(cluster) -> markErased(cluster, Crash.KILLED)),
				three.named("the clean-stop mark is erased before power is lost",
						(cluster) -> markErased(cluster, Crash.POWER_LOST)),
				three.named("the clean-stop mark is erased before the first answer",
						RestartScenarios::markErasedAtOnce),
				three.named("the clean-stop mark, and a leader is heard while stopping",
						RestartScenarios::heardWhileStopping),
				three.named("the clean-stop mark spares the wait", RestartScenarios::markSparesWait),
				three.named("a start wait is not shortened by a heartbeat", RestartScenarios::heartbeatInWait),
				three.named("a start wait is not shortened by a cession", RestartScenarios::cessionInWait));
	}

	private static void withinPromise(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.restart(1);
		Preludes.anotherLeads(cluster);
	}

	private static void shortenedLease(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.crash(1);
		cluster.configure(1, 200, 20);
		cluster.start(1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The voter has a shorter lease than the leader all the time: only what it saved
	 * tells how long its promise may be.
	 */
	private static void savedSpan(ScenarioCluster cluster) {
		cluster.configure(1, 200, 20);
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.restart(1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The voter's disk is slow and its lease is shorter than the leader's, whose term it
	 * knows already. An acknowledgement that does not wait for the disk keeps the leader
	 * in office, but nothing tells the next start of it.
	 */
	private static void whileSpanIsSaved(ScenarioCluster cluster) {
		cluster.configure(1, 200, 20);
		HeldMessages toVoter = cluster.hold(Which.proposals().or(Which.heartbeats()).from(0).to(1));
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.run(530);
		cluster.ways().cut(0, 2);
		cluster.run(400);
		toVoter.stop();
		cluster.runUntil("n1 has saved the term", () -> cluster.term(1) == cluster.term(0), 300);
		cluster.require(cluster.promisedTo(1) < 0, "n1 has heard of no quorum yet");
		cluster.node(1).disk().takes(500 * MILLI, 500 * MILLI);
		cluster.runUntil("n1 promises", () -> cluster.promisedTo(1) >= 0, 300);
		cluster.run(20);
		cluster.ways().cut(0, 1);
		cluster.node(1).disk().failing(true);
		cluster.crash(1);
		cluster.node(1).disk().failing(false);
		cluster.node(1).disk().takes(MILLI, MILLI);
		cluster.start(1);
		Preludes.anotherLeads(cluster);
	}

	private static void markWithinWait(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.restart(1);
		cluster.run(100);
		cluster.stop(1);
		cluster.start(1);
		Preludes.anotherLeads(cluster);
	}

	private static void markWithPromise(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.stop(1);
		cluster.start(1);
		Preludes.anotherLeads(cluster);
	}

	private static void markErased(ScenarioCluster cluster, Crash crash) {
		stopFree(cluster);
		cluster.ways().healAll();
		cluster.start(1);
		cluster.run(500);
		cluster.ways().cut(0, 2);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n1");
		cluster.ways().cut(0, 1);
		cluster.restart(1, crash);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * Hardly started, it promises and crashes.
	 */
	private static void markErasedAtOnce(ScenarioCluster cluster) {
		stopFree(cluster);
		cluster.ways().healAll();
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().to(2));
		cluster.start(1);
		cluster.runUntil("n1 has promised to n0", () -> cluster.promisedTo(1) >= 0, 300);
		cluster.run(700);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n1");
		heartbeats.stop();
		cluster.ways().cut(0, 1, 2);
		cluster.restart(1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * A node that stops when nobody relies on it hears the leader again, as long as it
	 * answers at all.
	 */
	private static void heardWhileStopping(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(1);
		cluster.run(2000);
		cluster.node(1).stop();
		cluster.run(5);
		cluster.ways().heal(1, 0, 2);
		cluster.run(300);
		cluster.ways().cut(0, 2);
		cluster.run(1500);
		cluster.ways().cut(0, 1);
		cluster.restart(1);
		Preludes.anotherLeads(cluster);
	}

	private static void markSparesWait(ScenarioCluster cluster) {
		stopFree(cluster);
		cluster.ways().healAll();
		cluster.ways().isolate(0);
		cluster.start(1);
		cluster.run(100);
		cluster.require(cluster.state(1).isPastStart(), "n1 waits for nothing");
	}

	/**
	 * The second stops gracefully when nobody relies on it.
	 */
	private static void stopFree(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(1);
		cluster.run(2000);
		cluster.stop(1);
	}

	private static void heartbeatInWait(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.restart(1);
		cluster.run(250);
		cluster.ways().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * A cession of an attempt long past arrives during the wait.
	 */
	private static void cessionInWait(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		HeldMessages scouts = cluster.hold(Which.questions());
		cluster.restart(1);
		cluster.run(200);
		cluster.require(!cluster.state(1).isPastStart() && cluster.leader() == 0, "n1 waits, and n0 leads still");
		cluster.forgery().send(2, 1, new LeadershipCession(cluster.term(2), List.of(), false));
		cluster.run(1);
		scouts.stop();
		Preludes.anotherLeads(cluster);
	}

}
