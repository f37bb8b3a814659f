package io.github.leaderelection.simulator.scenario.state;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;
import io.github.leaderelection.spi.Ballot;

/**
 * Nodes that lose their disk.
 */
public final class LostStateScenarios {

	private static final long MILLI = 1_000_000;

	private LostStateScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				three.named("a lost disk: no vote in the very term learned", LostStateScenarios::votingInTermLearned),
				three.named("a lost disk: a crash in mid-procedure", LostStateScenarios::crashInMidProcedure),
				Setup.of(5).named("a lost disk: asked before waiting", LostStateScenarios::askedBeforeWaiting),
				three.named("a lost disk: a promise forgotten", LostStateScenarios::promiseForgotten),
				three.named("a lost disk: a longer span than its own lease", LostStateScenarios::longerSpan),
				Setup.of(5).named("a late vote to a candidate that lost its disk", LostStateScenarios::lateVote),
				Setup.of(5).named("a lost disk: the same term proposed anew", LostStateScenarios::sameTerm),
				three.named("a lost disk: a crash right after the procedure", LostStateScenarios::crashAfterProcedure),
				Setup.of(5)
					.named("a vote that the shorter lease of its voter has outlived",
							LostStateScenarios::duringCandidacy),
				three.named("an acknowledgement after the lease ended, and its voter lost its disk",
						LostStateScenarios::lateAcknowledgement),
				three.withoutState()
					.named("no state directories: a restart of everything", LostStateScenarios::volatileRestart),
				three.withoutState()
					.named("no state directories: a voter restarts within a promise",
							LostStateScenarios::volatileWithinPromise));
	}

	/**
	 * The first voted in a term of which the third has not heard, and lost its disk. It
	 * would stand first itself, but nobody hears it scout.
	 */
	private static void voterOfUnheardTerm(ScenarioCluster cluster) {
		voterOfUnheardTerm(cluster, Crash.DISK_LOST);
	}

	static void voterOfUnheardTerm(ScenarioCluster cluster, Crash crash) {
		Preludes.leads(cluster);
		cluster.ways().isolate(2);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(1500);
		cluster.require(cluster.term(2) == cluster.term(0) - 1, "n2 has not heard of the new term");
		cluster.hold(Which.questions().from(0));
		cluster.crash(0, crash);
	}

	private static void votingInTermLearned(ScenarioCluster cluster) {
		voterOfUnheardTerm(cluster);
		cluster.ways().heal(0, 2);
		cluster.start(0);
		cluster.runUntil("n0 has learned the terms", () -> cluster.state(0).isPastStart(), 10_000);
		cluster.ways().isolate(1);
		cluster.run(5000);
		cluster.require(cluster.leader() == 2, "n2 leads");
	}

	/**
	 * Where it cannot ask a quorum it does not vote, also when it finds the state that it
	 * saved at its first start.
	 */
	private static void crashInMidProcedure(ScenarioCluster cluster) {
		voterOfUnheardTerm(cluster);
		cluster.ways().heal(0, 2);
		cluster.ways().isolate(1);
		cluster.start(0);
		cluster.run(100);
		cluster.restart(0);
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads without a quorum of voters");
		cluster.ways().healAll();
		cluster.awaitLeader();
	}

	/**
	 * A vote is under way, its voter loses its disk and asks others, none of whom has
	 * heard of the term.
	 */
	private static void askedBeforeWaiting(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.slow(0, 40);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(1));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.ways().cut(0, 1);
		cluster.start(1);
		cluster.run(60);
		proposals.release(Which.any().to(4));
		votes.release();
		cluster.run(6000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void promiseForgotten(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(1);
		cluster.ways().cut(0, 1);
		cluster.run(3000);
		cluster.require(cluster.leader() < 0, "nobody leads: n1 has only n2 to ask");
		cluster.ways().heal(0, 1);
		cluster.awaitLeader();
	}

	/**
	 * The voter's own lease is shorter than what it promised; others know better.
	 */
	private static void longerSpan(ScenarioCluster cluster) {
		cluster.configure(1, 200, 20);
		Preludes.leaseRestsOnOne(cluster);
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().to(1));
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(1);
		cluster.run(330);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise that n1 forgot");
		heartbeats.stop();
		cluster.ways().cut(0, 1);
		cluster.run(4000);
		cluster.ways().heal(0, 1);
		cluster.awaitLeader();
	}

	/**
	 * The learned term must be on the disk as soon as the right to vote is.
	 */
	private static void crashAfterProcedure(ScenarioCluster cluster) {
		voterOfUnheardTerm(cluster);
		cluster.ways().heal(0, 2);
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().from(1).to(0));
		cluster.start(0);
		cluster.runUntil("n0 has saved that it may vote", () -> isVoter(cluster, 0), 10_000);
		cluster.crash(0);
		heartbeats.stop();
		cluster.ways().isolate(1);
		cluster.start(0);
		cluster.run(5000);
		cluster.promised("L1", cluster.leader() == 2, "n2 leads");
	}

	private static boolean isVoter(ScenarioCluster cluster, int machine) {
		Ballot ballot = cluster.invariants().ballot(0, machine);
		return ballot != null && ballot.voter();
	}

	/**
	 * The first has a longer lease than the others know of, and answers were slow, so it
	 * stands for longer; one who voted for it loses its disk at once and asks others,
	 * none of whom has heard of the term. Two more votes are on their ways meanwhile. It
	 * stands for longer than the voter would wait, so that one's vote counts no more.
	 */
	private static void duringCandidacy(ScenarioCluster cluster) {
		long lease = 5000;
		Preludes.leads(cluster);
		cluster.crash(0);
		cluster.configure(0, lease, 100);
		int other = cluster.awaitLeader();
		cluster.require(other == 1, "n1 leads");
		slow(cluster, 250);
		cluster.start(0);
		cluster.run(lease + lease / 2);
		slow(cluster, 0);
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(2));
		HeldMessages votes = cluster.hold(Which.votes().to(0).from(2));
		cluster.transfer(1, 0);
		cluster.runUntil("n2 votes for n0", () -> votes.count() > 0, 500);
		cluster.ways().cut(0, 2);
		cluster.restart(2, Crash.DISK_LOST);
		votes.releaseLate();
		cluster.run(1600);
		cluster.ways().cut(3, 1, 2, 4);
		cluster.hold(Which.heartbeats().from(0));
		proposals.release(Which.any().to(3));
		cluster.run(5);
		cluster.ways().cut(0, 1, 2, 4);
		scouts.stop();
		cluster.run(4000);
	}

	/**
	 * The second voted for the first in a term that nobody else heard of, and the first
	 * lost its disk. It stands again in that term, and the third votes for it.
	 * @return what keeps the others from standing, and the vote of the third
	 */
	private static List<HeldMessages> standsAgain(ScenarioCluster cluster) {
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(1));
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		long term = cluster.term(1);
		cluster.hold(Which.stateAnswers().from(1));
		cluster.hold(Which.answers().from(1));
		cluster.crash(0, Crash.DISK_LOST);
		proposals.stop();
		votes.stop();
		cluster.hold(Which.proposals().from(0).to(3, 4));
		HeldMessages vote = cluster.hold(Which.votes().from(2));
		cluster.start(0);
		cluster.runUntil("n2 votes for n0", () -> vote.count() > 0, 20_000);
		cluster.require(cluster.term(2) == term, "in the term in which n1 voted");
		return List.of(scouts, vote);
	}

	private static void sameTerm(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		standsAgain(cluster).forEach(HeldMessages::release);
		cluster.run(3000);
	}

	/**
	 * The vote of the second for the earlier start arrives only now.
	 */
	private static void lateVote(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		List<HeldMessages> held = standsAgain(cluster);
		long term = cluster.term(1);
		cluster.hold(Which.heartbeats().from(0));
		cluster.forgery().send(1, 0, new ElectionResponse(term, term, true, Refusal.NONE, 1_000_000_000L));
		held.get(1).release();
		cluster.run(1);
		cluster.ways().isolate(0);
		cluster.ways().isolate(2);
		held.get(0).stop();
		Preludes.anotherLeads(cluster);
	}

	private static void slow(ScenarioCluster cluster, long millis) {
		for (int other = 1; other < cluster.size(); other++) {
			cluster.ways().slow(0, other, millis * MILLI);
			if (other > 1) {
				cluster.ways().slow(1, other, millis * MILLI);
			}
		}
	}

	private static void lateAcknowledgement(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		HeldMessages acknowledgements = cluster.hold(Which.acknowledgements().to(0));
		cluster.run(300);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(1);
		cluster.node(0).pauses().pause(800 * MILLI);
		cluster.run(5);
		acknowledgements.release();
		cluster.ways().healAll();
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
		cluster.ways().cut(0, 1);
		cluster.restart(1);
		cluster.run(6000);
		cluster.require(cluster.leader() > 0, "another leads");
	}

}
