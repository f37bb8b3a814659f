package io.github.leaderelection.simulator.scenario.election;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * From when and for how long a lease counts.
 */
public final class LeaseScenarios {

	private static final long MILLI = 1_000_000;

	private static final long MICRO = 1_000;

	/** The drift bound of the default settings. */
	private static final long DRIFT_PPM = 50_000;

	private LeaseScenarios() {
	}

	public static List<NamedScenario> all() {
		List<NamedScenario> all = new ArrayList<>(basics());
		for (long micros = 500; micros <= 4500; micros += 250) {
			long length = micros;
			all.add(Setup.of(3)
				.withLease(250, 25)
				.withDrift(0.002)
				.withLatency(20)
				.withSave(20)
				.named("a leader suspended for " + micros + " us and a drift bound that leaves as little",
						(cluster) -> suspendedBriefly(cluster, length)));
		}
		for (long micros = 94_000; micros <= 97_000; micros += 250) {
			long length = micros;
			all.add(Setup.of(3)
				.withLatency(20)
				.withSave(20)
				.named("a leader suspended for " + micros + " us", (cluster) -> suspendedBriefly(cluster, length)));
		}
		for (long micros = 3_000; micros <= 51_000; micros += 8_000) {
			long length = micros;
			all.add(Setup.of(3)
				.withLatency(20)
				.withSave(20)
				.named("a leader on slow clocks suspended for " + micros + " us",
						(cluster) -> suspendedOnSlowClocks(cluster, length)));
		}
		return all;
	}

	private static List<NamedScenario> basics() {
		Setup three = Setup.of(3);
		return List.of(
				three.named("a leader with a longer lease than its voters",
						(cluster) -> differentLeases(cluster, 1000, 300)),
				three.named("a leader with a shorter lease than its voters",
						(cluster) -> differentLeases(cluster, 300, 1000)),
				three.named("a vote for a candidate with a longer lease", LeaseScenarios::longerVote),
				three.named("acknowledgements that come in bursts", LeaseScenarios::bursts),
				three.named("an acknowledgement of an unbacked heartbeat", LeaseScenarios::unbacked),
				three.named("an acknowledgement that is late counts from the sending",
						LeaseScenarios::lateAcknowledgement),
				three.named("a candidate's own vote under its own promise", LeaseScenarios::ownVote),
				three.named("a vote under a promise to another", LeaseScenarios::voteUnderPromise),
				three.withLatency(50_000)
					.withDrift(0.01)
					.named("a repeated proposal counts from its first sending", LeaseScenarios::repeatedProposal),
				three.named("a paused candidate wakes with its votes first in the queue",
						LeaseScenarios::pausedCandidate),
				three.named("a paused leader wakes with its acknowledgements first in the queue",
						LeaseScenarios::pausedLeader),
				three.named("a suspended leader", LeaseScenarios::suspendedLeader),
				three.withLease(1000, 200)
					.named("a leader that is cut off for more than half a lease", LeaseScenarios::cutOffBriefly),
				three.named("a leader that is not heard for a lease", LeaseScenarios::notHeard));
	}

	private static void differentLeases(ScenarioCluster cluster, long leader, long voters) {
		cluster.configure(0, leader, leader / 10);
		cluster.configure(1, voters, voters / 10);
		cluster.configure(2, voters, voters / 10);
		Preludes.leads(cluster);
		cluster.run(1000);
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * Only the votes tell the voters of the longer lease: the heartbeats are lost.
	 */
	private static void longerVote(ScenarioCluster cluster) {
		cluster.configure(1, 300, 30);
		cluster.configure(2, 300, 30);
		cluster.hold(Which.heartbeats().from(0));
		cluster.startAll();
		cluster.awaitLeader(0);
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

	private static void unbacked(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(1000);
		HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().to(0));
		cluster.run(700);
		cluster.ways().cutOneWay(0, 1);
		cluster.ways().cutOneWay(0, 2);
		acknowledgements.release();
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The leader hears nothing for most of its lease, then all acknowledgements at once,
	 * and then nothing again.
	 */
	private static void lateAcknowledgement(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(1000);
		HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().to(0));
		cluster.run(150);
		cluster.ways().cutOneWay(0, 1);
		cluster.ways().cutOneWay(0, 2);
		cluster.run(600);
		acknowledgements.release();
		Preludes.anotherLeads(cluster);
	}

	private static void ownVote(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.ways().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * A scout believes, wrongly, that its voter is free.
	 */
	private static void voteUnderPromise(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		HeldMessages questions = cluster.hold(Which.questions().from(2));
		cluster.runUntil("n2 scouts", () -> questions.count() > 0, 5000);
		if (questions.newest().envelope().body() instanceof ScoutingRequest request) {
			cluster.forgery()
				.answer(1, 2, new ScoutingResponse(request.term(), request.round(), true, Refusal.NONE, null, 0, 0));
		}
		cluster.run(200);
		cluster.require(cluster.leader() == 0, "n0 leads on");
		cluster.ways().cut(0, 1);
		questions.stop();
		Preludes.anotherLeads(cluster);
	}

	private static void repeatedProposal(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("a vote for n0 is under way", () -> votes.count() > 0, 10_000);
		cluster.hold(Which.proposals().from(0));
		cluster.hold(Which.heartbeats().from(0));
		cluster.run(320);
		votes.release();
		cluster.run(10);
		cluster.require(cluster.leader() == 0, "n0 wins with late votes");
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

	private static void pausedCandidate(ScenarioCluster cluster) {
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		cluster.startAll();
		cluster.runUntil("n0 proposes", () -> proposals.count() >= 2, 10_000);
		cluster.node(0).pauses().pause(1300 * MILLI);
		proposals.release();
		cluster.run(4000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void pausedLeader(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(1000);
		HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().to(0));
		cluster.run(350);
		cluster.node(0).pauses().pause(700 * MILLI);
		acknowledgements.release();
		cluster.run(4000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void suspendedLeader(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.node(0).pauses().suspend(1500 * MILLI);
		Preludes.anotherLeads(cluster);
	}

	/** Heartbeats that left meanwhile say that no quorum is heard. */
	private static void cutOffBriefly(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(1000);
		long term = cluster.term(0);
		for (int i = 0; i < 10; i++) {
			cluster.run(300 + 20 * i);
			cluster.ways().isolate(0);
			cluster.run(560);
			cluster.ways().healAll();
			cluster.run(2000);
			cluster.promised("L2", cluster.leader() == 0 && cluster.term(0) == term, "it leads on");
		}
	}

	/**
	 * Its lease ends although all hear it. Were it heard any longer, nobody else would
	 * ever stand.
	 */
	private static void notHeard(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().to(0));
		cluster.run(1000);
		acknowledgements.stop();
		cluster.run(3500);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

	/**
	 * Both clocks of the leader are as slow as they may be, those of its voters as fast.
	 */
	private static void suspendedOnSlowClocks(ScenarioCluster cluster, long micros) {
		cluster.clocksApart(0, DRIFT_PPM);
		suspendedBriefly(cluster, micros);
	}

	/**
	 * The leader misses so little time that its wall clock, which counts milliseconds,
	 * may not tell.
	 */
	private static void suspendedBriefly(ScenarioCluster cluster, long micros) {
		Preludes.leaseRestsOnOne(cluster);
		int grants = cluster.invariants().grants(0);
		cluster.hold(Which.questions().from(2));
		cluster.run(10);
		cluster.ways().cut(0, 1);
		cluster.node(0).pauses().suspend(micros * MICRO);
		cluster.run(1500);
		cluster.require(cluster.leader() > 0 && cluster.invariants().grants(0) > grants, "another leads");
	}

	/**
	 * Once the leader has seen how they come it takes their sender to be there between
	 * two bursts, too.
	 */
	private static void bursts(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(2);
		bursts(cluster, 8);
		IntSupplier unbacked = cluster.count(Which.heartbeats()
			.and((transit) -> transit.envelope().body() instanceof LeaderHeartbeat heartbeat && !heartbeat.backed()));
		bursts(cluster, 8);
		cluster.require(unbacked.getAsInt() == 0, "every heartbeat says that a quorum hears");
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
	}

	private static void bursts(ScenarioCluster cluster, int count) {
		for (int i = 0; i < count; i++) {
			HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().from(1));
			cluster.run(400);
			acknowledgements.release();
			cluster.run(1);
		}
	}

}
