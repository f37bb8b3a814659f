package io.github.leaderelection.simulator.scenario.state;

import java.util.List;
import java.util.function.IntSupplier;

import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * What a node says that is asked what it remembers.
 */
public final class StateAnswerScenarios {

	private static final long DAY = 24 * 3_600_000;

	private StateAnswerScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(
				three.withoutState()
					.named("no state directories: clocks go back before the last of all has asked",
							StateAnswerScenarios::floorNamed),
				three.named("all disks are lost one after another, and one has met a term",
						StateAnswerScenarios::termMet),
				Setup.of(5)
					.named("two of five new nodes hear each other late, and the leader is gone",
							StateAnswerScenarios::heardLate),
				Setup.of(5)
					.named("one of five new nodes hears a voter late, and two others are gone",
							StateAnswerScenarios::voterHeardLate),
				three.named("a new cluster: who voted for the leader loses its disk at once",
						StateAnswerScenarios::votedAndLost));
	}

	/**
	 * Two vote above what their clocks showed, and have met no term. The third has only
	 * their word for it that terms below are spent.
	 */
	private static void floorNamed(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages scouts = cluster.hold(Which.questions());
		cluster.crashAll();
		cluster.start(0);
		cluster.start(1);
		cluster.runUntil("n0 and n1 go by their clocks",
				() -> cluster.state(0).isPastStart() && cluster.state(1).isPastStart(), 5_000);
		cluster.jumpWalls(-DAY);
		cluster.start(2);
		cluster.runUntil("n2 has learned the terms", () -> cluster.state(2).isPastStart(), 5_000);
		cluster.run(1_000);
		scouts.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * The third heard a heartbeat and promised nothing. All are new then, but tokens up
	 * to the term that it has met were spent long ago.
	 */
	private static void termMet(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long term = cluster.term(0);
		cluster.jumpWalls(-DAY);
		cluster.restart(2, Crash.DISK_LOST);
		cluster.runUntil("n2 has met the term of n0", () -> cluster.term(2) == term, 300);
		cluster.crash(0, Crash.DISK_LOST);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.start(0);
		cluster.start(1);
		cluster.run(300);
		cluster.ways().isolate(2);
		Preludes.soonLed(cluster);
	}

	/**
	 * Three vote and elect. The two that do not vote yet have met the term when they hear
	 * each other.
	 */
	private static void heardLate(ScenarioCluster cluster) {
		HeldMessages late = cluster.hold(Which.stateAnswers().from(3, 4).to(3, 4));
		Preludes.leads(cluster);
		cluster.crash(0);
		late.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * Four vote and elect. The fifth has met the term when it hears the last of them,
	 * which was told before that the fifth is new.
	 */
	private static void voterHeardLate(ScenarioCluster cluster) {
		HeldMessages late = cluster.hold(Which.stateAnswers().from(1).to(4));
		Preludes.leads(cluster);
		cluster.crash(0);
		cluster.crash(2);
		late.stop();
		Preludes.soonLed(cluster);
	}

	/**
	 * The leader and the third knew the second as new, but that was an earlier start of
	 * it: the lease of the leader rests on what the second has forgotten.
	 */
	private static void votedAndLost(ScenarioCluster cluster) {
		cluster.hold(Which.stateQuestions().or(Which.stateAnswers()).negate().from(0).to(2));
		Preludes.leads(cluster);
		Preludes.afterHeartbeat(cluster, 0, 1);
		cluster.hold(Which.heartbeats().from(0).to(1));
		IntSupplier answers = cluster.count(Which.stateAnswers().from(0).to(1));
		cluster.restart(1, Crash.DISK_LOST);
		cluster.runUntil("n0 has answered n1", () -> answers.getAsInt() > 0, 50);
		cluster.run(1);
		cluster.ways().cut(0, 1, 2);
		cluster.run(3_000);
		cluster.require(cluster.leader() < 0, "nobody leads: n1 has to ask n0 which terms are spent");
	}

}
