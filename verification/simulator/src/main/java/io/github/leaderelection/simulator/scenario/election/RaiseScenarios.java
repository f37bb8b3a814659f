package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * A leader that meets a higher term and raises its own in place (five nodes).
 */
public final class RaiseScenarios {

	private static final long SPAN = 1_000_000_000;

	private static final int CHALLENGER = 4;

	private static final long LONGEST_CANDIDACY = 400;

	private RaiseScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup five = Setup.of(5);
		return List.of(five.named("a raise keeps the grant and its token", RaiseScenarios::wins),
				five.named("a raise not yet won, and another wins that term", RaiseScenarios::notWon),
				five.named("a raising leader meets a leader of a term in between", RaiseScenarios::inBetween),
				five.named("one lost vote during a raise", RaiseScenarios::lostVote),
				five.named("one lost proposal during a raise", RaiseScenarios::lostProposal),
				five.named("a raise whose term others have voted in goes above it", RaiseScenarios::votedAgainst),
				five.named("a raise whose votes count no more is begun anew", RaiseScenarios::begunAnew),
				five.named("a leader cedes no attempt while its lease lives", RaiseScenarios::cedesNothing));
	}

	/**
	 * The others learn of a term above the leader's.
	 */
	private static void challenge(ScenarioCluster cluster, long above) {
		long term = cluster.state(0).wonTerm() + above;
		for (int voter = 1; voter < CHALLENGER; voter++) {
			cluster.forgery().send(CHALLENGER, voter, new ElectionProposal(term, SPAN, null));
		}
	}

	private static void wins(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		long token = cluster.invariants().highestToken(0);
		challenge(cluster, 1);
		raised(cluster, token);
	}

	private static void raised(ScenarioCluster cluster, long token) {
		cluster.run(1500);
		cluster.promised("L2", cluster.leader() == 0, "n0, whom all hear, leads on");
		cluster.require(cluster.state(0).wonTerm() > token, "n0 has raised its term");
		cluster.require(cluster.invariants().highestToken(0) == token, "the token is the same");
		long term = cluster.invariants().highestTerm(0);
		cluster.run(5000);
		cluster.require(cluster.invariants().highestTerm(0) == term, "terms are flat again");
		cluster.require(cluster.invariants().highestToken(0) == token, "nobody else was granted");
	}

	private static void notWon(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		challenge(cluster, 1);
		cluster.runUntil("n0 raises its term", () -> proposals.count() > 0, 2000);
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
		cluster.ways().healAll();
		proposals.stop();
		cluster.run(3000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	/**
	 * Where two lead against all promises, the one of the lower term is the one to end.
	 */
	private static void inBetween(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		challenge(cluster, 5);
		cluster.runUntil("n0 raises its term", () -> proposals.count() > 0, 2000);
		long between = cluster.state(0).wonTerm() + 2;
		cluster.require(between < cluster.state(0).ballot().term(), "it raises to a higher one");
		cluster.forgery().send(CHALLENGER, 0, new LeaderHeartbeat(between, between, 1, true, SPAN, 0, List.of()));
		cluster.run(1);
		cluster.require(cluster.leader() != 0, "n0 stands down");
		proposals.stop();
		cluster.run(3000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void lostVote(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		long token = cluster.invariants().highestToken(0);
		HeldMessages votes = cluster.hold(Which.votes().to(0).from(1, 2));
		challenge(cluster, 1);
		cluster.runUntil("a vote is lost", () -> votes.count() > 0, 2000);
		votes.stop();
		raised(cluster, token);
	}

	private static void lostProposal(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		long token = cluster.invariants().highestToken(0);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		challenge(cluster, 1);
		cluster.runUntil("proposals are lost", () -> proposals.count() > 0, 2000);
		proposals.stop();
		raised(cluster, token);
	}

	/**
	 * A majority gave its votes of that very term to another: it cannot be won any more.
	 */
	private static void votedAgainst(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		long token = cluster.invariants().highestToken(0);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		challenge(cluster, 1);
		cluster.runUntil("n0 raises its term", () -> proposals.count() > 0, 2000);
		long term = cluster.state(0).ballot().term();
		for (int voter = 1; voter < CHALLENGER; voter++) {
			cluster.require(cluster.state(0).ballot().term() == term, "n0 may win its term still");
			answer(cluster, voter, term, Refusal.VOTED);
		}
		cluster.require(cluster.state(0).ballot().term() > term, "n0 goes above a term that it cannot win");
		proposals.stop();
		raised(cluster, token);
	}

	/**
	 * One knows a higher term, the others renew the lease. Nobody hears of the proposal
	 * until its votes count no more; then two votes come that were given to it.
	 */
	private static void begunAnew(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		long token = cluster.invariants().highestToken(0);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		long higher = cluster.state(0).wonTerm() + 1;
		cluster.forgery().send(CHALLENGER, 1, new ElectionProposal(higher, SPAN, null));
		cluster.runUntil("n0 raises its term", () -> proposals.count() > 0, 2000);
		long term = cluster.state(0).ballot().term();
		cluster.run(LONGEST_CANDIDACY + 1);
		answer(cluster, 2, term, Refusal.NONE);
		answer(cluster, 3, term, Refusal.NONE);
		cluster.require(cluster.state(0).wonTerm() == token, "late votes raise nothing");
		cluster.runUntil("n0 begins anew", () -> cluster.state(0).ballot().term() > term, 200);
		proposals.stop();
		raised(cluster, token);
	}

	private static void answer(ScenarioCluster cluster, int voter, long term, Refusal refusal) {
		cluster.forgery().answer(voter, 0, new ElectionResponse(term, term, refusal == Refusal.NONE, refusal, SPAN));
		cluster.run(1);
	}

	/**
	 * A second higher term ends the first attempt. Were that ceded, all who follow would
	 * be free while the lease still lives.
	 */
	private static void cedesNothing(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(500);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		challenge(cluster, 1);
		cluster.runUntil("n0 raises its term", () -> proposals.count() > 0, 2000);
		int attempts = proposals.count();
		challenge(cluster, 5);
		cluster.runUntil("n0 raises its term again", () -> proposals.count() > attempts, 2000);
		cluster.run(5);
		cluster.ways().isolate(0);
		Preludes.anotherLeads(cluster);
	}

}
