package io.github.leaderelection.simulator.scenario.state;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * New nodes that ask one another whether the cluster is new, in every order.
 */
public final class NewClusterScenarios {

	private static final int[][] ORDERS = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
			{ 2, 1, 0 } };

	private NewClusterScenarios() {
	}

	public static List<NamedScenario> all() {
		List<NamedScenario> all = new ArrayList<>();
		for (int[] order : ORDERS) {
			String name = " in the order " + order[0] + order[1] + order[2];
			all.add(Setup.of(3).named("new nodes hear answers" + name, (cluster) -> answers(cluster, order)));
			all.add(Setup.of(3).named("new nodes are asked" + name, (cluster) -> questions(cluster, order)));
			all.add(Setup.of(3).named("new nodes start" + name, (cluster) -> starts(cluster, order)));
			all.add(Setup.of(3).named("a new node crashes among new ones" + name, (cluster) -> crash(cluster, order)));
		}
		return all;
	}

	private static void answers(ScenarioCluster cluster, int[] order) {
		HeldMessages answers = cluster.hold(Which.stateAnswers());
		cluster.startAll();
		cluster.run(200);
		for (int machine : order) {
			answers.release(Which.any().to(machine));
			cluster.run(400);
		}
		answers.stop();
		settle(cluster);
	}

	private static void questions(ScenarioCluster cluster, int[] order) {
		HeldMessages questions = cluster.hold(Which.stateQuestions());
		cluster.startAll();
		cluster.run(200);
		for (int machine : order) {
			questions.release(Which.any().to(machine));
			cluster.run(400);
		}
		questions.stop();
		settle(cluster);
	}

	private static void starts(ScenarioCluster cluster, int[] order) {
		for (int machine : order) {
			cluster.start(machine);
			cluster.run(1700);
		}
		settle(cluster);
	}

	/**
	 * One of them loses everything while the others may already hold it for new.
	 */
	private static void crash(ScenarioCluster cluster, int[] order) {
		HeldMessages answers = cluster.hold(Which.stateAnswers());
		cluster.startAll();
		cluster.run(100);
		answers.release(Which.any().to(order[0]));
		cluster.run(20);
		cluster.restart(order[1]);
		cluster.run(100);
		answers.release();
		settle(cluster);
	}

	private static void settle(ScenarioCluster cluster) {
		int leader = cluster.awaitLeader();
		cluster.run(5000);
		cluster.require(cluster.leader() == leader, "n" + leader + " leads on");
	}

}
