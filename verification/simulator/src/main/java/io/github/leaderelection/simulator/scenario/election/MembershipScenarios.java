package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * Changes of the member list.
 */
public final class MembershipScenarios {

	private MembershipScenarios() {
	}

	public static List<NamedScenario> all() {
		return List.of(
				Setup.of(5)
					.named("removed members left running while lists go 5, 4, 3", MembershipScenarios::leftRunning),
				Setup.of(3)
					.withMachines(4)
					.named("a lost disk while a list of three grows to four",
							MembershipScenarios::lostDiskWhileGrowing),
				Setup.of(3)
					.withMachines(4)
					.named("a lost disk and a longer list at once", MembershipScenarios::lostDiskAndLongerList),
				Setup.of(5)
					.named("a lost disk while a list of five is cut to four",
							MembershipScenarios::lostDiskWhileShrinking),
				Setup.of(3)
					.withMachines(5)
					.named("a list grows from three to five in the documented way", MembershipScenarios::grow),
				Setup.of(3)
					.withMachines(5)
					.named("a list that grows from three to five at once", MembershipScenarios::growsByTwo),
				Setup.of(5).named("two of five hold elections that need no majority", MembershipScenarios::otherRules),
				Setup.of(4)
					.withMachines(6)
					.named("lists that differ by two elect nobody", MembershipScenarios::tooDifferent),
				Setup.of(5)
					.withMachines(7)
					.named("a list that differed by two is right again, and its member is not heard",
							MembershipScenarios::rightAgainUnheard),
				Setup.of(5)
					.withMachines(9)
					.named("a member that answers with a list that differs by two",
							MembershipScenarios::foreignListAnswers),
				Setup.of(3)
					.withMachines(4)
					.withoutState()
					.named("a member comes back with a list that nobody was told of",
							MembershipScenarios::listNobodyWasTold),
				Setup.of(3)
					.withoutState()
					.named("no state directories: who knew the last term is removed, and restarts",
							MembershipScenarios::whoKnewIsRemoved));
	}

	/**
	 * A term of two is not known to the third. Of the two one is removed, and the other
	 * forgets it when it starts with the shorter list.
	 */
	private static void whoKnewIsRemoved(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().isolate(2);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		cluster.stop(1);
		cluster.ways().healAll();
		cluster.members(0, 2);
		roll(cluster, 0);
		Preludes.soonLed(cluster);
		roll(cluster, 2);
		Preludes.soonLed(cluster);
	}

	/**
	 * They are linked with the others, and by their own rules one member were enough.
	 */
	private static void otherRules(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int machine = 3; machine < cluster.size(); machine++) {
			cluster.crash(machine);
			cluster.node(machine).configure(List.of(cluster.node(machine).settings(0)), Algorithm.named("bully"));
			cluster.start(machine);
		}
		cluster.run(10_000);
		cluster.promised("L1", cluster.leader() >= 0 && cluster.leader() < 3, "one of those that agree leads");
		cluster.crash(cluster.leader());
		cluster.run(10_000);
		cluster.require(cluster.leader() < 0, "nobody leads: two of those that agree are left, of five members");
		for (int machine = 3; machine < cluster.size(); machine++) {
			cluster.crash(machine);
			cluster.configure(machine);
			cluster.start(machine);
		}
		Preludes.soonLed(cluster);
	}

	private static void roll(ScenarioCluster cluster, int... machines) {
		for (int machine : machines) {
			cluster.crash(machine);
			cluster.configure(machine);
			cluster.start(machine);
			cluster.run(1500);
		}
	}

	/**
	 * Those who were removed run on, and one member has not heard of the last change:
	 * together they are as many as a majority of the first list.
	 */
	private static void leftRunning(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.members(0, 1, 2, 3);
		roll(cluster, 0, 1, 2, 3);
		cluster.awaitLeader();
		cluster.ways().cut(4, 0, 1);
		cluster.members(0, 1, 2);
		roll(cluster, 0, 1);
		cluster.ways().cut(0, 2, 3, 4);
		cluster.ways().cut(1, 2, 3, 4);
		cluster.run(6000);
		cluster.require(cluster.leader() == 0 || cluster.leader() == 1, "a majority of the new list leads");
		cluster.ways().healAll();
		roll(cluster, 2);
		cluster.run(3000);
		cluster.require(cluster.leader() >= 0 && cluster.leader() <= 2, "a member of the new list leads");
	}

	private static void lostDiskWhileGrowing(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.members(0, 1, 2, 3);
		roll(cluster, 0);
		cluster.restart(1, Crash.DISK_LOST);
		cluster.run(3000);
		roll(cluster, 1, 2);
		cluster.configure(3);
		cluster.start(3);
		cluster.run(5000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
		cluster.ways().isolate(cluster.leader());
		cluster.run(5000);
		cluster.require(cluster.leader() >= 0, "somebody else leads");
	}

	/**
	 * Two of four are left that remember: too few for the others to ask, so nobody may
	 * ever be elected by forgetting.
	 */
	private static void lostDiskAndLongerList(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.members(0, 1, 2, 3);
		roll(cluster, 0);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.configure(1);
		cluster.start(1);
		cluster.run(2000);
		cluster.configure(3);
		cluster.start(3);
		cluster.run(2000);
		roll(cluster, 2, 0);
		cluster.run(6000);
		cluster.require(cluster.leader() < 0, "nobody leads");
	}

	private static void lostDiskWhileShrinking(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.stop(4);
		cluster.members(0, 1, 2, 3);
		roll(cluster, 0);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.configure(1);
		cluster.start(1);
		cluster.run(1000);
		roll(cluster, 2, 3);
		cluster.run(5000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
	}

	private static void grow(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.members(0, 1, 2, 3);
		roll(cluster, 1, 0, 2);
		cluster.configure(3);
		cluster.start(3);
		cluster.awaitLeader();
		cluster.run(3000);
		cluster.members(0, 1, 2, 3, 4);
		roll(cluster, 3, 2, 1, 0);
		cluster.configure(4);
		cluster.start(4);
		cluster.awaitLeader();
		cluster.run(5000);
		cluster.require(cluster.leader() >= 0, "somebody leads");
		cluster.machines()
			.forEach((machine) -> cluster.require(cluster.state(machine).isPastStart(), "n" + machine + " votes"));
	}

	/**
	 * One of three is given a list that is two members longer, and the two new ones
	 * start.
	 */
	private static void growsByTwo(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.members(0, 1, 2, 3, 4);
		cluster.crash(2);
		for (int machine = 2; machine < cluster.size(); machine++) {
			cluster.configure(machine);
			cluster.start(machine);
		}
		cluster.run(10_000);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
	}

	/**
	 * Two of four are given a list that is two members longer: neither side may count the
	 * other.
	 */
	private static void tooDifferent(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.members(0, 1, 2, 3, 4, 5);
		cluster.crash(2);
		cluster.crash(3);
		cluster.configure(2);
		cluster.configure(3);
		cluster.start(2);
		cluster.start(3);
		cluster.run(10_000);
		cluster.require(cluster.leader() < 0, "nobody leads");
	}

	private static void configured(ScenarioCluster cluster, int machine, int... members) {
		cluster.members(members);
		cluster.crash(machine);
		cluster.configure(machine);
		cluster.start(machine);
	}

	/**
	 * Its links are open, and nothing that it says arrives: it keeps nobody from standing
	 * for longer than a lease.
	 */
	private static void rightAgainUnheard(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		configured(cluster, 4, 0, 1, 2, 3, 4, 5, 6);
		cluster.run(500);
		cluster.hold(Which.any().from(4));
		configured(cluster, 4, 0, 1, 2, 3, 4);
		cluster.run(1500);
		cluster.ways().isolate(0);
		cluster.run(2000);
		cluster.promised("L1", cluster.leader() > 0, "another leads");
	}

	/**
	 * It is in no position to stand, so it says nothing of its own accord. As long as it
	 * answers nobody stands that it is linked with; nor while its link is new and nothing
	 * of it was heard, for less than a lease.
	 */
	private static void foreignListAnswers(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		configured(cluster, 4, 1, 2, 3, 4, 5, 6, 7, 8);
		cluster.run(500);
		long term = cluster.invariants().highestTerm(0);
		cluster.ways().isolate(0);
		cluster.run(4000);
		cluster.require(cluster.invariants().highestTerm(0) == term, "nobody stands");
		HeldMessages introductions = cluster.hold(Which.introductions().from(4));
		cluster.restart(4);
		cluster.run(800);
		introductions.release();
		cluster.run(4000);
		cluster.require(cluster.invariants().highestTerm(0) == term, "nobody stands");
		configured(cluster, 4, 0, 1, 2, 3, 4);
		Preludes.soonLed(cluster);
	}

	/**
	 * What it says of its list is lost, so nobody follows it by the list it had.
	 */
	private static void listNobodyWasTold(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(0, Crash.VANISHED);
		cluster.hold(Which.introductions().from(2).to(1));
		cluster.hold(Which.introductions().from(1).to(2));
		configured(cluster, 2, 1, 2, 3);
		cluster.configure(3);
		cluster.start(3);
		cluster.runUntil("n2 or n3 leads", () -> cluster.leader() > 1, 9000);
		cluster.run(1000);
		NodeId leader = cluster.state(1).leaderId();
		cluster.require(leader == null, "n1 follows nobody, and not " + leader);
	}

}
