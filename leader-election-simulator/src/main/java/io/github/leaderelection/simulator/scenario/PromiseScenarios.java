package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.quorum.QuorumMessage.LeadershipCession;

/**
 * To whom a promise is given.
 */
final class PromiseScenarios {

	private static final long SPAN = 1_000_000_000;

	private PromiseScenarios() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				new NamedScenario("a second process with the leader's id is not voted for", three,
						PromiseScenarios::secondProcess),
				new NamedScenario("a leader that restarts is voted for once its old promises have run out", three,
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
		cluster.links().forgery().sendAsTwin(0, 1, new ElectionProposal(term, SPAN, null));
		cluster.run(5);
		cluster.links().forgery().sendAsTwin(0, 1, new LeadershipCession(term, List.of(), false));
		cluster.run(1);
		cluster.links().cut(0, 1);
		Preludes.anotherLeads(cluster);
	}

	/**
	 * Its cession is lost, so both others are promised to a start of it that is gone.
	 */
	private static void restarts(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		Held cessions = cluster.links().hold(Which.type(LeadershipCession.class));
		cluster.stop(0);
		cluster.require(cessions.count() > 0, "n0 has ceded");
		cessions.stop();
		cluster.start(0);
		cluster.run(1500);
		cluster.promised("L1", cluster.leader() >= 0, "somebody leads");
	}

}
