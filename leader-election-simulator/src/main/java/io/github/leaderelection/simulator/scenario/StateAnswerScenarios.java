package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.simulator.cluster.Crash;

/**
 * What a node says that is asked what it remembers.
 */
final class StateAnswerScenarios {

	private static final long DAY = 24 * 3_600_000;

	private StateAnswerScenarios() {
	}

	static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				new NamedScenario("no state directories: clocks go back before the last of all has asked",
						three.withoutState(), StateAnswerScenarios::floorNamed),
				new NamedScenario("all disks are lost one after another, and one has met a term", three,
						StateAnswerScenarios::termMet));
	}

	/**
	 * Two vote above what their clocks showed, and have met no term. The third has only
	 * their word for it that terms below are spent.
	 */
	private static void floorNamed(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		Held scouts = cluster.links().hold(Which.type(ScoutingRequest.class));
		for (int machine = 0; machine < cluster.size(); machine++) {
			cluster.crash(machine, Crash.KILLED);
		}
		cluster.start(0);
		cluster.start(1);
		cluster.runUntil("n0 and n1 go by their clocks",
				() -> cluster.state(0).isPastStart() && cluster.state(1).isPastStart(), 5_000);
		for (int machine = 0; machine < cluster.size(); machine++) {
			cluster.jumpWall(machine, -DAY);
		}
		cluster.start(2);
		cluster.runUntil("n2 has learned the terms", () -> cluster.state(2).isPastStart(), 5_000);
		cluster.run(1_000);
		scouts.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * The third heard a heartbeat and promised nothing. It is cut off, and of a new
	 * cluster the others would make tokens that were spent long ago.
	 */
	private static void termMet(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long term = cluster.term(0);
		for (int machine = 0; machine < cluster.size(); machine++) {
			cluster.jumpWall(machine, -DAY);
		}
		cluster.restart(2, Crash.DISK_LOST);
		cluster.runUntil("n2 has met the term of n0", () -> cluster.term(2) == term, 300);
		cluster.crash(0, Crash.DISK_LOST);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(0);
		cluster.start(1);
		cluster.run(300);
		cluster.links().isolate(2);
		cluster.run(6_000);
		cluster.require(cluster.leader() < 0, "nobody leads: n2 knows of a term");
	}

}
