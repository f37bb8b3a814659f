package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.Held;
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
		return List.of(new NamedScenario("a restart within a promise", three, RestartScenarios::withinPromise),
				new NamedScenario("a restart within a promise, by a shortened lease", three,
						RestartScenarios::shortenedLease),
				new NamedScenario("a restart within a promise, by the saved span", three, RestartScenarios::savedSpan),
				new NamedScenario("a restart while a longer span is being saved", three,
						RestartScenarios::whileSpanIsSaved),
				new NamedScenario("the clean-stop mark within a start wait", three, RestartScenarios::markWithinWait),
				new NamedScenario("the clean-stop mark with a promise live", three, RestartScenarios::markWithPromise),
				new NamedScenario("the clean-stop mark is erased before a crash", three,
						(cluster) -> markErased(cluster, Crash.KILLED)),
				new NamedScenario("the clean-stop mark is erased before power is lost", three,
						(cluster) -> markErased(cluster, Crash.POWER_LOST)),
				new NamedScenario("the clean-stop mark is erased before the first answer", three,
						RestartScenarios::markErasedAtOnce),
				new NamedScenario("the clean-stop mark, and a leader is heard while stopping", three,
						RestartScenarios::heardWhileStopping),
				new NamedScenario("the clean-stop mark spares the wait", three, RestartScenarios::markSparesWait),
				new NamedScenario("a start wait is not shortened by a heartbeat", three,
						RestartScenarios::heartbeatInWait),
				new NamedScenario("a start wait is not shortened by a cession", three,
						RestartScenarios::cessionInWait));
	}

	private static void withinPromise(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.restart(1, Crash.KILLED);
		Preludes.anotherLeads(cluster);
	}

	private static void shortenedLease(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.crash(1, Crash.KILLED);
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
		cluster.restart(1, Crash.KILLED);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The voter's disk is slow and its lease is shorter than the leader's, whose term it
	 * knows already. An acknowledgement that does not wait for the disk keeps the leader
	 * in office, but nothing tells the next start of it.
	 */
	private static void whileSpanIsSaved(ScenarioCluster cluster) {
		cluster.configure(1, 200, 20);
		Held toVoter = cluster.traffic()
			.hold(Which.type(ElectionProposal.class)
				.or(Which.type(LeaderHeartbeat.class))
				.and(Which.from(0))
				.and(Which.to(1)));
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.run(530);
		cluster.ways().cut(0, 2);
		cluster.run(400);
		toVoter.stop();
		cluster.runUntil("n1 has saved the term", () -> cluster.term(1) == cluster.term(0), 300);
		cluster.require(!isPromised(cluster, 1), "n1 has heard of no quorum yet");
		cluster.node(1).disk().takes(500 * MILLI, 500 * MILLI);
		cluster.runUntil("n1 promises", () -> isPromised(cluster, 1), 300);
		cluster.run(20);
		cluster.ways().cut(0, 1);
		cluster.node(1).disk().failing(true);
		cluster.crash(1, Crash.KILLED);
		cluster.node(1).disk().failing(false);
		cluster.node(1).disk().takes(MILLI, MILLI);
		cluster.start(1);
		Preludes.anotherLeads(cluster);
	}

	private static void markWithinWait(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		cluster.restart(1, Crash.KILLED);
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
		Held heartbeats = cluster.traffic().hold(Which.type(LeaderHeartbeat.class).and(Which.to(2)));
		cluster.start(1);
		cluster.runUntil("n1 has promised to n0", () -> isPromised(cluster, 1), 300);
		cluster.run(700);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n1");
		heartbeats.stop();
		cluster.ways().cut(0, 1, 2);
		cluster.restart(1, Crash.KILLED);
		Preludes.anotherLeads(cluster);
	}

	private static boolean isPromised(ScenarioCluster cluster, int voter) {
		return cluster.state(voter).promisedTo(cluster.node(voter).clock().monotonicNanos()) != null;
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
		cluster.restart(1, Crash.KILLED);
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
	 * The second stops in order when nobody relies on it.
	 */
	private static void stopFree(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(1);
		cluster.run(2000);
		cluster.stop(1);
	}

	private static void heartbeatInWait(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.restart(1, Crash.KILLED);
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
		Held scouts = cluster.traffic().hold(Which.type(ScoutingRequest.class));
		cluster.restart(1, Crash.KILLED);
		cluster.run(200);
		cluster.require(!cluster.state(1).isPastStart() && cluster.leader() == 0, "n1 waits, and n0 leads still");
		cluster.forgery().send(2, 1, new LeadershipCession(cluster.term(2), List.of(), false));
		cluster.run(1);
		scouts.stop();
		Preludes.anotherLeads(cluster);
	}

}
