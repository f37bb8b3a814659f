package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * What a cession frees, and what it does not.
 */
public final class CessionScenarios {

	private static final long SPAN = 1_000_000_000;

	private static final long UNHEARD_OF = 50;

	private CessionScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(three.named("a cession delayed into a later reign of the same node", CessionScenarios::delayed),
				three.named("a cession delayed into a later reign, and its leader is believed on",
						CessionScenarios::believedOn),
				three.named("a cession of an earlier start of the same node", CessionScenarios::earlierStart),
				five.named("a loser's cession is not taken for the winner's", (cluster) -> losers(cluster, 0)),
				five.named("a loser's cession of a higher term", (cluster) -> losers(cluster, 1)),
				five.named("a loser's cession, and the winner is heard on", CessionScenarios::winnerIsHeardOn),
				five.named("the same answer does not overwrite a promise to another", CessionScenarios::sameAnswer),
				five.named("the same answer in a start wait", CessionScenarios::sameAnswerInWait),
				five.named("heartbeats overtaken by their sender's cession", CessionScenarios::overtakenHeartbeats),
				three.named("a proposal overtaken by its sender's cession", CessionScenarios::overtakenProposal),
				five.named("a resignation costs no lease", CessionScenarios::resignation),
				five.named("a transfer goes to the chosen member", CessionScenarios::transfer));
	}

	private static void delayed(ScenarioCluster cluster) {
		cessionMeetsLaterReign(cluster, laterReign(cluster));
	}

	/**
	 * The first leads again, and the third has not heard that it ever ceded.
	 */
	private static HeldMessages laterReign(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages cession = cluster.hold(Which.cessions().from(0).to(2));
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(300);
		cluster.transfer(1, 0);
		cluster.awaitLeader(0);
		cluster.run(300);
		return cession;
	}

	private static void believedOn(ScenarioCluster cluster) {
		HeldMessages cession = laterReign(cluster);
		HeldMessages questions = cluster.hold(Which.questions());
		Preludes.afterHeartbeat(cluster, 0, 2);
		cession.releaseLate();
		cluster.run(1);
		cluster.require(Machines.id(0).equals(cluster.state(2).leaderId()), "n2 knows that n0 leads");
		cluster.run(1000);
		cluster.require(questions.count() == 0, "nobody scouts");
	}

	/**
	 * The lease rests on the third alone, to which a cession comes that is older than its
	 * promise.
	 */
	private static void cessionMeetsLaterReign(ScenarioCluster cluster, HeldMessages cession) {
		cluster.ways().cut(0, 1);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promise of n2");
		cluster.require(cession.count() > 0, "an older cession is under way");
		Preludes.afterHeartbeat(cluster, 0, 2);
		cluster.require(cluster.promisedTo(2) == 0, "n2 has promised to n0");
		cession.releaseLate();
		cluster.run(1);
		cluster.ways().cut(0, 2);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The first proposed a term that nobody heard of, ceded it, and lost its disk: it
	 * leads again in a lower one.
	 */
	private static void earlierStart(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long far = cluster.state(0).wonTerm() + UNHEARD_OF;
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		cluster.forgery().answer(1, 0, new StaleHeartbeat(far, null));
		cluster.runUntil("n0 proposes a term above", () -> proposals.count() > 0, 500);
		HeldMessages cession = cluster.hold(Which.cessions().from(0).to(2));
		HeldMessages lost = cluster.hold(Which.cessions().from(0).to(1));
		cluster.resign(0);
		cluster.runUntil("n0 has ceded", () -> cession.count() > 0, 100);
		cluster.crash(0, Crash.DISK_LOST);
		proposals.stop();
		lost.stop();
		cluster.awaitLeader();
		cluster.start(0);
		cluster.runUntil("n0 has learned the terms", () -> cluster.state(0).isPastStart(), 10_000);
		cluster.run(300);
		cluster.transfer(cluster.leader(), 0);
		cluster.awaitLeader(0);
		cluster.run(300);
		cluster.require(cluster.state(0).wonTerm() < far,
				"n0 leads in term " + cluster.state(0).wonTerm() + ", below " + far + " that it ceded");
		cessionMeetsLaterReign(cluster, cession);
	}

	/**
	 * The first leads a term in which the fourth voted for the fifth, and its lease rests
	 * on the third and the fourth.
	 */
	private static long voteForLoser(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).to(3));
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().from(0).to(3));
		HeldMessages others = cluster.hold(Which.questions().notFrom(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("n0 proposes", () -> proposals.count() > 0, 10_000);
		long term = cluster.state(0).ballot().term();
		cluster.forgery().send(4, 3, new ElectionProposal(term, SPAN, null));
		cluster.runUntil("n3 votes for n4", () -> cluster.votedFor(3) == 4, 500);
		proposals.stop();
		heartbeats.stop();
		others.stop();
		cluster.awaitLeader(0);
		cluster.run(1200);
		cluster.ways().cut(0, 1, 4);
		cluster.run(1500);
		cluster.require(cluster.leader() == 0, "n0 leads by the promises of n2 and n3");
		cluster.require(cluster.state(3).ballot().term() == term, "n3 follows in the term in which it voted");
		cluster.require(cluster.votedFor(3) == 4, "n3 voted for n4");
		Preludes.afterHeartbeat(cluster, 0, 3);
		cluster.require(cluster.promisedTo(3) == 0, "n3 has promised to n0");
		return term;
	}

	private static void losers(ScenarioCluster cluster, long above) {
		long term = voteForLoser(cluster);
		cluster.forgery().send(4, 3, new LeadershipCession(term + above, List.of(), false));
		cluster.run(1);
		split(cluster);
	}

	private static void winnerIsHeardOn(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long term = cluster.state(0).wonTerm();
		int grants = cluster.invariants().grants(0);
		for (int other = 1; other < 4; other++) {
			cluster.forgery().send(4, other, new LeadershipCession(term, List.of(), false));
		}
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == 0 && cluster.invariants().grants(0) == grants,
				"n0, whom all hear, leads on");
	}

	private static void sameAnswer(ScenarioCluster cluster) {
		long term = voteForLoser(cluster);
		cluster.forgery().send(4, 3, new ElectionProposal(term, SPAN, null));
		cluster.run(2);
		cluster.forgery().send(4, 3, new LeadershipCession(term, List.of(), false));
		cluster.run(1);
		split(cluster);
	}

	/**
	 * The fourth has forgotten to whom it promised, but not for whom it voted.
	 */
	private static void sameAnswerInWait(ScenarioCluster cluster) {
		long term = voteForLoser(cluster);
		cluster.ways().cut(0, 3);
		HeldMessages scouts = cluster.hold(Which.questions().to(3));
		cluster.restart(3);
		cluster.run(50);
		cluster.forgery().send(4, 3, new ElectionProposal(term, SPAN, null));
		cluster.run(2);
		cluster.forgery().send(4, 3, new LeadershipCession(term, List.of(), false));
		cluster.run(1);
		// who asked before would wait for the end of the start wait it was told of
		scouts.stop();
		split(cluster);
	}

	private static void split(ScenarioCluster cluster) {
		cluster.ways().cut(0, 1, 2, 3, 4);
		cluster.ways().cut(2, 1, 3, 4);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * The first successor is gone and all who are left must support the second, but one
	 * of them hears heartbeats of the old leader after its cession. A promise for them
	 * would hold it up for a lease, though it breaks nothing.
	 */
	private static void overtakenHeartbeats(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().from(0).to(3));
		cluster.run(150);
		cluster.require(heartbeats.count() > 0, "heartbeats are under way");
		cluster.hold(Which.cessions().from(0).to(1));
		cluster.resign(0);
		cluster.crash(1, Crash.VANISHED);
		cluster.runUntil("n0 has ceded", () -> cluster.leader() < 0, 100);
		cluster.ways().isolate(0);
		cluster.run(1);
		heartbeats.release();
		cluster.runUntil("one of the three leads before a promise would end", () -> cluster.leader() > 1, 400);
	}

	/**
	 * A vote for one that has given up would hold up others, though it breaks nothing.
	 */
	private static void overtakenProposal(ScenarioCluster cluster) {
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).to(2));
		HeldMessages cession = cluster.hold(Which.cessions().from(0).to(2));
		cluster.startAll();
		cluster.runUntil("n0 gives up", () -> cession.count() > 0, 5000);
		cluster.require(proposals.count() > 0, "its proposal is under way still");
		cession.release();
		cluster.run(1);
		long before = cluster.term(2);
		proposals.release((any) -> true);
		cluster.run(5);
		cluster.require(cluster.term(2) == before, "n2 does not vote for one that has given up");
		proposals.stop();
		scouts.stop();
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
