package io.github.leaderelection.simulator.mutants;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.Scenarios;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Disks and links that are lost: who may lead then, and how soon.
 */
final class AvailabilityCases {

	private static final long MILLI = 1_000_000;

	private AvailabilityCases() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(
				five.named("a lost disk: early answers of some, a late one of another",
						AvailabilityCases::earlyAnswers),
				three.named("two lost disks of three are no new cluster", AvailabilityCases::twoLost),
				five.named("two lost disks of five, and who knows the term is cut off",
						AvailabilityCases::twoLostOfFive),
				five.withPriority(1, 2)
					.named("a lost disk, and a late cession leads to the very term learned",
							AvailabilityCases::lateCession),
				five.withoutState()
					.named("no state directories: the first term is by a clock that was ahead",
							AvailabilityCases::clockAhead),
				Setup.of(4).named("four nodes in two halves", AvailabilityCases::halves),
				five.named("a hub that lags behind", AvailabilityCases::laggingHub),
				five.named("a leader that hears nobody and is cut off a little later", AvailabilityCases::deafLeader),
				new NamedScenario("a silent link is closed within a long lease", closesLinks(),
						AvailabilityCases::closedLink));
	}

	private static Setup closesLinks() {
		return Scenarios.all()
			.stream()
			.map(NamedScenario::setup)
			.filter((setup) -> setup.members() == 3 && setup.silence() > 0)
			.findFirst()
			.orElseThrow();
	}

	/**
	 * The second voted for the first, lost its disk, and is told by three that they know
	 * of no such term; then one of them votes too, the first leads, and neither is heard
	 * again.
	 */
	private static void earlyAnswers(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.slow(0, 40);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(1));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		cluster.hold(Which.heartbeats().from(0).notTo(4));
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		long term = cluster.term(1);
		cluster.hold(Which.any().from(0).to(1));
		cluster.restart(1, Crash.DISK_LOST);
		cluster.run(120);
		cluster.ways().cut(4, 1, 2, 3);
		cluster.forgery().answer(1, 0, new ElectionResponse(term, term, true, Refusal.NONE, 1_000_000_000L));
		proposals.release(Which.any().to(4));
		votes.stop();
		cluster.runUntil("n0 leads", () -> cluster.leader() == 0, 200);
		cluster.ways().cut(0, 1, 2, 3);
		scouts.stop();
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads: n1 cannot ask three voters");
	}

	private static void twoLost(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.ways().isolate(0);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.crash(2, Crash.DISK_LOST);
		cluster.start(1);
		cluster.start(2);
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads: who knows the terms is cut off");
	}

	/**
	 * The two who forgot the term, and two who never heard of it, make a majority.
	 */
	private static void twoLostOfFive(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.ways().cut(3, 0, 1, 2);
		cluster.ways().cut(4, 0, 1, 2);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(1500);
		cluster.require(cluster.term(3) < cluster.term(1), "n3 has not heard of the new term");
		cluster.crash(0, Crash.DISK_LOST);
		cluster.crash(2, Crash.DISK_LOST);
		cluster.ways().isolate(1);
		cluster.ways().heal(3, 0, 2);
		cluster.ways().heal(4, 0, 2);
		cluster.start(0);
		cluster.start(2);
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads: who knows the terms is cut off");
	}

	/**
	 * The fourth leads a term by the votes of the first and the third, who loses its disk
	 * then. The second, first successor of the first, hears of the cession before that
	 * term only when the third may vote again, and proposes that very term.
	 */
	private static void lateCession(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		HeldMessages scouts = cluster.hold(Which.questions().notFrom(3));
		cluster.ways().slow(0, 1, 1700 * MILLI);
		cluster.run(5000);
		cluster.ways().cut(3, 1, 4);
		cluster.resign(0);
		cluster.runUntil("n3 leads", () -> cluster.leader() == 3, 500);
		long term = cluster.term(3);
		cluster.run(20);
		cluster.ways().isolate(3);
		cluster.restart(2, Crash.DISK_LOST);
		cluster.runUntil("n2 has learned the terms", () -> cluster.state(2).isPastStart(), 1650);
		cluster.require(cluster.term(1) == term - 1 && cluster.term(4) == term - 1, "n1 and n4 have not heard of it");
		cluster.runUntil("n1 proposes that term", () -> cluster.term(1) == term, 300);
		scouts.stop();
		cluster.run(2000);
	}

	/**
	 * Without state directories the first term is that of a clock, here of one that is
	 * ahead, though by less than the wait. Who voted in it has forgotten it, and is asked
	 * about a lower one by the clock of another.
	 */
	private static void clockAhead(ScenarioCluster cluster) {
		cluster.node(1).clock().jumpWall(-100 * MILLI);
		cluster.node(3).clock().jumpWall(1250 * MILLI);
		HeldMessages scouts = cluster.hold(Which.questions().from(1));
		cluster.hold(Which.questions().notFrom(1, 3));
		cluster.ways().cut(3, 1, 4);
		cluster.startAll();
		cluster.runUntil("n3 leads", () -> cluster.leader() == 3, 20_000);
		long term = cluster.term(3);
		cluster.run(5);
		cluster.ways().isolate(3);
		cluster.ways().cut(0, 1, 2, 4);
		cluster.restart(2);
		cluster.runUntil("n2 may vote", () -> cluster.state(2).isPastStart(), 2500);
		cluster.require(cluster.term(1) < term && cluster.term(4) < term, "n1 and n4 have not heard of that term");
		scouts.stop();
		cluster.runUntil("n1 leads", () -> cluster.leader() == 1, 3000);
		cluster.require(cluster.term(1) > term, "n1 leads in a term above that of n3");
	}

	private static void halves(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.ways().cut(0, 2, 3);
		cluster.ways().cut(1, 2, 3);
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads: two of four are no majority");
	}

	private static void laggingHub(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		cluster.ways().isolate(3);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.run(200);
		cluster.transfer(1, 2);
		cluster.awaitLeader(2);
		cluster.run(200);
		cluster.crash(2, Crash.VANISHED);
		cluster.machines().forEach((machine) -> cluster.ways().isolate(machine));
		cluster.ways().heal(3, 0, 1, 4);
		cluster.run(5000);
		cluster.promised("L1", cluster.leader() == 3, "the hub, which all others reach, leads");
	}

	private static void closedLink(ScenarioCluster cluster) {
		cluster.machines().forEach((machine) -> cluster.configure(machine, 5000, 500));
		Beginnings.leads(cluster);
		cluster.ways().cut(0, 2);
		cluster.run(7000);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		HeldMessages scouts = cluster.hold(Which.questions());
		cluster.ways().cut(0, 1);
		cluster.run(2300);
		scouts.stop();
		cluster.run(9000);
		cluster.require(cluster.leader() > 0, "another leads");
	}

	/**
	 * What it sent when it heard nobody any more holds nobody back.
	 */
	private static void deafLeader(ScenarioCluster cluster) {
		Beginnings.leads(cluster);
		for (int other = 1; other < cluster.size(); other++) {
			cluster.ways().cutOneWay(other, 0);
		}
		cluster.run(850);
		cluster.ways().isolate(0);
		cluster.run(650);
		cluster.promised("L1", cluster.leader() > 0, "another leads when the promises before have ended");
	}

}
