package io.github.leaderelection.simulator.scenario.election;

import java.util.List;
import java.util.function.IntSupplier;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * To whom a promise is given.
 */
public final class PromiseScenarios {

	private static final long SPAN = 1_000_000_000;

	private PromiseScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				three.named("a second process with the leader's id is not voted for", PromiseScenarios::secondProcess),
				three.named("two candidates of one term, and the first has given up", PromiseScenarios::twoOfOneTerm),
				three.named("a candidate that hears no votes gives up in time", PromiseScenarios::noVotes),
				three.named("a heartbeat of the term before all terms", PromiseScenarios::noTerm),
				three.named("a leader that restarts is voted for once its old promises have run out",
						PromiseScenarios::restarts));
	}

	/**
	 * It asks for a vote and gives up at once: were its voter free then, the lease of the
	 * first process would rest on nothing.
	 */
	private static void secondProcess(ScenarioCluster cluster) {
		Preludes.leaseRestsOnOne(cluster);
		Preludes.afterHeartbeat(cluster, 0, 1);
		long term = cluster.state(0).wonTerm() + 1;
		cluster.forgery().sendAsTwin(0, 1, new ElectionProposal(term, SPAN, null));
		cluster.run(5);
		cluster.forgery().sendAsTwin(0, 1, new LeadershipCession(term, List.of(), false));
		cluster.run(1);
		cluster.ways().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * Its cession has freed its voter, and yet the vote of that term is spent.
	 */
	private static void twoOfOneTerm(ScenarioCluster cluster) {
		HeldMessages scouts = votedInVain(cluster);
		long term = cluster.term(1);
		cluster.runUntil("n1 is free again", () -> cluster.promisedTo(1) < 0, 2000);
		cluster.require(cluster.term(1) == term, "nobody has proposed a term since");
		cluster.forgery().send(2, 1, new ElectionProposal(term, SPAN, null));
		cluster.run(20);
		scouts.stop();
		Preludes.soonLed(cluster);
	}

	private static void noVotes(ScenarioCluster cluster) {
		IntSupplier cessions = cluster.count(Which.cessions().from(0));
		HeldMessages scouts = votedInVain(cluster);
		cluster.runUntil("n0 gives up within the longest candidacy", () -> cessions.getAsInt() > 0, 450);
		scouts.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * The first is voted for and never hears of it; nobody scouts from then on.
	 */
	private static HeldMessages votedInVain(ScenarioCluster cluster) {
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		cluster.startAll();
		cluster.runUntil("n1 and n2 have voted for n0", () -> votes.count() > 1, 5000);
		return cluster.hold(Which.questions());
	}

	/**
	 * Nobody is ever granted it, so whoever says that it leads in it does not.
	 */
	private static void noTerm(ScenarioCluster cluster) {
		HeldMessages proposals = cluster.hold(Which.proposals());
		cluster.startAll();
		cluster.run(20);
		cluster.require(cluster.term(1) == 0, "n1 has met no term");
		cluster.forgery().send(2, 1, new LeaderHeartbeat(0, 0, 1, true, SPAN, 0, List.of()));
		cluster.run(1);
		cluster.require(cluster.state(1).leaderId() == null, "n1 follows nobody");
		proposals.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * Its cession is lost, so both others are promised to a start of it that is gone.
	 */
	private static void restarts(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages cessions = cluster.hold(Which.cessions());
		cluster.stop(0);
		cluster.require(cessions.count() > 0, "n0 has ceded");
		cessions.stop();
		cluster.start(0);
		cluster.run(1500);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

}
