package io.github.leaderelection.simulator.scenario.election;

import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * What members show of one another: their own suspicion, and what a quorum shares.
 */
public final class HealthScenarios {

	private static final int SILENCE = 400;

	private HealthScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3).withSilence(SILENCE);
		Setup five = Setup.of(5).withSilence(SILENCE);
		return List.of(three.named("a crashed member is down to all others, and up again", HealthScenarios::comesBack),
				five.named("a minority suspects, and a majority knows", HealthScenarios::twoSides),
				five.named("a leader that is cut off takes back what others counted", HealthScenarios::takesBack),
				five.named("a follower that is cut off forgets what a quorum knew", HealthScenarios::forgets),
				five.named("members whom only the leader reaches are not down", HealthScenarios::hub),
				five.named("a member that comes and goes is not down while the leader hears it",
						HealthScenarios::comesAndGoes),
				five.named("the next leader goes on from what the last one knew", HealthScenarios::nextLeader));
	}

	private static void comesBack(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(2);
		cluster.run(500);
		shows(cluster, 0, "n1 UP, n2 DOWN");
		shows(cluster, 1, "n0 UP, n2 DOWN");
		cluster.start(2);
		cluster.run(500);
		shows(cluster, 0, "n1 UP, n2 UP");
		shows(cluster, 1, "n0 UP, n2 UP");
		shows(cluster, 2, "n0 UP, n1 UP");
	}

	private static void twoSides(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int machine = 2; machine < cluster.size(); machine++) {
			cluster.ways().cut(machine, 0, 1);
		}
		for (int i = 0; i < 40; i++) {
			cluster.run(150);
			for (int machine = 0; machine < 2; machine++) {
				cluster.require(!shown(cluster, machine).contains("DOWN"), "n" + machine + " is of a minority");
			}
		}
		shows(cluster, 0, "n1 UP, n2 SUSPECTED, n3 SUSPECTED, n4 SUSPECTED");
		shows(cluster, 1, "n0 UP, n2 SUSPECTED, n3 SUSPECTED, n4 SUSPECTED");
		shows(cluster, 2, "n0 DOWN, n1 DOWN, n3 UP, n4 UP");
		shows(cluster, 4, "n0 DOWN, n1 DOWN, n2 UP, n3 UP");
		cluster.ways().healAll();
		cluster.run(4000);
		for (int machine = 0; machine < cluster.size(); machine++) {
			String shown = shown(cluster, machine);
			cluster.require(!shown.contains("DOWN") && !shown.contains("SUSPECTED"), "all are up to n" + machine);
		}
	}

	private static void takesBack(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(4);
		cluster.run(1000);
		shows(cluster, 0, "n1 UP, n2 UP, n3 UP, n4 DOWN");
		cluster.ways().cut(0, 2, 3);
		cluster.ways().cut(1, 2, 3);
		cluster.run(600);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		shows(cluster, 0, "n1 UP, n2 SUSPECTED, n3 SUSPECTED, n4 SUSPECTED");
	}

	private static void forgets(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(4);
		cluster.run(1000);
		shows(cluster, 1, "n0 UP, n2 UP, n3 UP, n4 DOWN");
		cluster.ways().isolate(1);
		cluster.run(4000);
		shows(cluster, 1, "n0 SUSPECTED, n2 SUSPECTED, n3 SUSPECTED, n4 SUSPECTED");
		shows(cluster, 2, "n0 UP, n1 DOWN, n3 UP, n4 DOWN");
	}

	private static void hub(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cutArms(cluster);
		cluster.run(4000);
		cluster.require(cluster.leader() == 0, "n0 leads on");
		shows(cluster, 0, "n1 UP, n2 UP, n3 UP, n4 UP");
		shows(cluster, 1, "n0 UP, n2 SUSPECTED, n3 SUSPECTED, n4 SUSPECTED");
	}

	private static void comesAndGoes(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cutArms(cluster);
		for (int i = 0; i < 2; i++) {
			cluster.run(1000);
			shows(cluster, 0, "n1 UP, n2 UP, n3 UP, n4 UP");
			cluster.ways().cut(0, 4);
			cluster.run(2000);
			shows(cluster, 0, "n1 UP, n2 UP, n3 UP, n4 DOWN");
			cluster.ways().heal(0, 4);
		}
		cluster.run(500);
		shows(cluster, 0, "n1 UP, n2 UP, n3 UP, n4 SUSPECTED");
		cluster.run(1500);
		shows(cluster, 0, "n1 UP, n2 UP, n3 UP, n4 UP");
	}

	/** From now on all hear the leader, n0, and nobody else. */
	private static void cutArms(ScenarioCluster cluster) {
		cluster.ways().keepOnly((one, other) -> other == 0);
	}

	private static void nextLeader(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(4);
		cluster.run(1000);
		cluster.transfer(0, 1);
		cluster.awaitLeader(1);
		for (int i = 0; i < 40; i++) {
			cluster.run(50);
			shows(cluster, 2, "n0 UP, n1 UP, n3 UP, n4 DOWN");
		}
	}

	private static void shows(ScenarioCluster cluster, int machine, String members) {
		String shown = shown(cluster, machine);
		cluster.require(shown.equals(members), "n" + machine + " shows " + members + ", not " + shown);
	}

	private static String shown(ScenarioCluster cluster, int machine) {
		List<MemberStatus> members = cluster.node(machine).application().elector(0).status().members();
		return members.stream().map((member) -> member.id() + " " + member.state()).collect(Collectors.joining(", "));
	}

}
