package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.simulator.cluster.Crash;

/**
 * Nodes that lose their disk.
 */
final class LostStateScenarios {

	private static final long MILLI = 1_000_000;

	private LostStateScenarios() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				new NamedScenario("a lost disk: no vote in the very term learned", three,
						LostStateScenarios::votingInTermLearned),
				new NamedScenario("a lost disk: a crash in mid-procedure", three,
						LostStateScenarios::crashInMidProcedure),
				new NamedScenario("a lost disk: asked before waiting", Setup.of(5),
						LostStateScenarios::askedBeforeWaiting),
				new NamedScenario("a lost disk: a promise forgotten", three, LostStateScenarios::promiseForgotten),
				new NamedScenario("a lost disk: a longer span than its own lease", three,
						LostStateScenarios::longerSpan),
				new NamedScenario("a late vote to a candidate that lost its disk", three, LostStateScenarios::lateVote),
				new NamedScenario("an acknowledgement after the lease ended, and its voter lost its disk", three,
						LostStateScenarios::lateAcknowledgement),
				new NamedScenario("no state directories: a restart of everything", three.withoutState(),
						LostStateScenarios::volatileRestart),
				new NamedScenario("no state directories: a voter restarts within a promise", three.withoutState(),
						LostStateScenarios::volatileWithinPromise));
	}

	/**
	 * The first voted in a term of which the third has not heard, and lost its disk. It
	 * would stand first itself, but nobody hears it scout.
	 */
	private static void voterOfUnheardTerm(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.links().isolate(2);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(1500);
		cluster.require(cluster.term(2) == cluster.term(0) - 1, "n2 has not heard of the new term");
		cluster.links().hold(Which.type(ScoutingRequest.class).and(Which.from(0)));
		cluster.crash(0, Crash.DISK_LOST);
	}

	private static void votingInTermLearned(ScenarioCluster cluster) {
		voterOfUnheardTerm(cluster);
		cluster.links().heal(0, 2);
		cluster.start(0);
		cluster.runUntil("n0 has learned the terms", () -> cluster.state(0).isPastStart(), 10_000);
		cluster.links().isolate(1);
		cluster.run(5000);
		cluster.require(cluster.leader() == 2, "n2 leads");
	}

	/**
	 * Where it cannot ask a quorum it does not vote, also when it finds the state that it
	 * saved at its first start.
	 */
	private static void crashInMidProcedure(ScenarioCluster cluster) {
		voterOfUnheardTerm(cluster);
		cluster.links().heal(0, 2);
		cluster.links().isolate(1);
		cluster.start(0);
		cluster.run(100);
		cluster.restart(0, Crash.KILLED);
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads without a quorum of voters");
		cluster.links().healAll();
		cluster.awaitLeader();
	}

	/**
	 * A vote is under way, its voter loses its disk and asks others, none of whom has
	 * heard of the term.
	 */
	private static void askedBeforeWaiting(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int other = 1; other < cluster.size(); other++) {
			cluster.links().slow(0, other, 40);
		}
		Held proposals = cluster.links()
			.hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(1).negate()));
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Preludes.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.links().cut(0, 1);
		cluster.start(1);
		cluster.run(60);
		proposals.release(Which.to(4));
		votes.release();
		cluster.run(6000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void promiseForgotten(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(1);
		cluster.links().cut(0, 1);
		cluster.run(3000);
		cluster.require(cluster.leader() < 0, "nobody leads: n1 has only n2 to ask");
		cluster.links().heal(0, 1);
		cluster.awaitLeader();
	}

	/**
	 * The voter's own lease is shorter than what it promised; others know better.
	 */
	private static void longerSpan(ScenarioCluster cluster) {
		cluster.configure(1, 200, 20);
		Preludes.leaseRestsOnOne(cluster);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(1);
		cluster.run(300);
		cluster.links().cut(0, 1);
		cluster.run(4000);
		cluster.links().heal(0, 1);
		cluster.awaitLeader();
	}

	private static void lateVote(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Preludes.restartAll(cluster);
		cluster.runUntil("n0 has votes under way", () -> votes.count() >= 2, 20_000);
		cluster.crash(0, Crash.DISK_LOST);
		cluster.start(0);
		cluster.run(100);
		votes.release();
		cluster.runUntil("n0 has learned the terms", () -> cluster.state(0).isPastStart(), 20_000);
		cluster.run(3000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void lateAcknowledgement(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		Held acknowledgements = cluster.links().hold(Which.type(HeartbeatResponse.class).and(Which.to(0)));
		cluster.run(300);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(1);
		cluster.node(0).pauses().pause(800 * MILLI);
		cluster.run(5);
		acknowledgements.release();
		cluster.links().healAll();
		cluster.run(6000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void volatileRestart(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long token = cluster.invariants().highestToken(0);
		Preludes.restartAll(cluster);
		cluster.run(100);
		cluster.awaitLeader();
		cluster.require(cluster.invariants().highestToken(0) > token, "tokens rise across a restart of everything");
	}

	private static void volatileWithinPromise(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.links().cut(0, 1);
		cluster.restart(1, Crash.KILLED);
		cluster.run(6000);
		cluster.require(cluster.leader() > 0, "another leads");
	}

}
