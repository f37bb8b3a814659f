package io.github.leaderelection.simulator.mutants;

import java.util.List;

import io.github.leaderelection.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.scenario.Held;
import io.github.leaderelection.simulator.scenario.NamedScenario;
import io.github.leaderelection.simulator.scenario.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.Setup;
import io.github.leaderelection.simulator.scenario.Which;

/**
 * From when votes count, for whom, and how often.
 */
final class VoteCases {

	private static final long SECOND = 1_000_000_000;

	/** Leaves a lease nearly as long as the promises it rests on. */
	private static final double SMALL_DRIFT = 0.01;

	private VoteCases() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(
				new NamedScenario("late votes for a proposal that was repeated", three, VoteCases::repeatedProposal),
				new NamedScenario("late votes for a raise that was repeated", five, VoteCases::repeatedRaise),
				new NamedScenario("a vote that arrives twice", five, VoteCases::twice),
				new NamedScenario("a proposal planned for the end of a promise that was renewed since", three,
						VoteCases::renewedPromise),
				new NamedScenario("a lost disk: a late vote in the very term proposed anew", five, VoteCases::lateVote),
				new NamedScenario("a lost disk: the same term proposed anew", five, VoteCases::sameTerm));
	}

	/**
	 * The voters' promises end while a lease counted from the last sending would live.
	 */
	private static void repeatedProposal(ScenarioCluster cluster) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leads(cluster);
		cluster.links().slow(0, 1, 50);
		cluster.links().slow(0, 2, 50);
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Held scouts = cluster.links().hold(Which.type(ScoutingRequest.class).and(Which.from(0).negate()));
		Beginnings.restartAll(cluster);
		cluster.runUntil("votes for n0 are under way", () -> votes.count() > 1, 10_000);
		scouts.stop();
		Held again = cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)));
		cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.from(0)));
		cluster.runUntil("n0 asks again", () -> again.count() > 0, 400);
		votes.release();
		cluster.run(1);
		cluster.require(cluster.leader() == 0, "n0 wins with late votes");
		cluster.links().isolate(0);
		Beginnings.anotherLeads(cluster);
	}

	private static void repeatedRaise(ScenarioCluster cluster) {
		Beginnings.boundDriftBy(cluster, SMALL_DRIFT);
		Beginnings.leads(cluster);
		long above = cluster.state(0).wonTerm() + 1;
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		cluster.links().hold(Which.type(ElectionProposal.class).and(Which.to(3).or(Which.to(4))).and(Which.from(0)));
		cluster.links().forgery().send(3, 1, new ElectionProposal(above, SECOND, null));
		cluster.links().forgery().send(3, 2, new ElectionProposal(above, SECOND, null));
		cluster.runUntil("votes for the raise are under way",
				() -> cluster.term(1) > above && cluster.term(2) > above && votes.count() >= 2, 500);
		cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)));
		cluster.links().cut(0, 3, 4);
		cluster.run(210);
		cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.from(0)));
		votes.release();
		cluster.run(1);
		cluster.require(cluster.state(0).wonTerm() > above, "n0 has raised its term");
		cluster.links().isolate(0);
		Beginnings.anotherLeads(cluster);
	}

	private static void twice(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		Held proposals = cluster.links()
			.hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(1).negate()));
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Beginnings.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		long term = cluster.state(0).ballot().term();
		ElectionResponse vote = new ElectionResponse(term, term, true, Refusal.NONE);
		cluster.links().forgery().answer(1, 0, vote);
		cluster.links().forgery().answer(1, 0, vote);
		cluster.links().cut(0, 2, 3, 4);
		cluster.links().cut(1, 2, 3, 4);
		proposals.stop();
		votes.stop();
		Beginnings.anotherLeads(cluster);
	}

	/**
	 * The third, cut from the leader, was told when the second is free. Since then the
	 * second heard the leader again.
	 */
	private static void renewedPromise(ScenarioCluster cluster) {
		Beginnings.leaseRestsOnOne(cluster);
		Held heartbeats = cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.to(1)));
		cluster.run(500);
		heartbeats.stop();
		cluster.run(3000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	/**
	 * The second voted for the first in a term that nobody else heard of, and the first
	 * lost its disk. It stands again in that term, and the third votes for it.
	 * @return what keeps the others from standing, and the vote of the third
	 */
	private static List<Held> standsAgain(ScenarioCluster cluster) {
		Held proposals = cluster.links()
			.hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(1).negate()));
		Held scouts = cluster.links().hold(Which.type(ScoutingRequest.class).and(Which.from(0).negate()));
		Held votes = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.to(0)));
		Beginnings.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		long term = cluster.term(1);
		cluster.links().hold(Which.type(StateAnswer.class).and(Which.from(1)));
		cluster.links().hold(Which.type(ScoutingResponse.class).and(Which.from(1)));
		cluster.crash(0, Crash.DISK_LOST);
		proposals.stop();
		votes.stop();
		cluster.links().hold(Which.type(ElectionProposal.class).and(Which.from(0)).and(Which.to(3).or(Which.to(4))));
		Held vote = cluster.links().hold(Which.type(ElectionResponse.class).and(Which.from(2)));
		cluster.start(0);
		cluster.runUntil("n2 votes for n0", () -> vote.count() > 0, 20_000);
		cluster.require(cluster.term(2) == term, "in the term in which n1 voted");
		return List.of(scouts, vote);
	}

	private static void sameTerm(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		standsAgain(cluster).forEach(Held::release);
		cluster.run(3000);
	}

	/**
	 * The vote of the second for the earlier start arrives only now.
	 */
	private static void lateVote(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		List<Held> held = standsAgain(cluster);
		long term = cluster.term(1);
		cluster.links().hold(Which.type(LeaderHeartbeat.class).and(Which.from(0)));
		cluster.links().forgery().send(1, 0, new ElectionResponse(term, term, true, Refusal.NONE));
		held.get(1).release();
		cluster.run(1);
		cluster.links().isolate(0);
		cluster.links().isolate(2);
		held.get(0).stop();
		Beginnings.anotherLeads(cluster);
	}

}
