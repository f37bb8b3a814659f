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
 * A node forgets its vote, and the term of that vote is won after it has started again.
 */
public final class SpentTermScenarios {

	private static final long MILLI = 1_000_000;

	private static final long HOUR = 3_600_000;

	private SpentTermScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup five = Setup.of(5);
		return List.of(
				five.named("a new cluster: two disks are lost, and who knows the term names it",
						SpentTermScenarios::named),
				five.named("a lost disk: what was learned is not saved, and answers from before come late",
						SpentTermScenarios::late));
	}

	/**
	 * The second has voted for the first and loses its disk. All others have met no term
	 * and say so. Then the third votes for the first, too, which is granted its term, and
	 * loses its disk as well. The third knows the term, and has said that it never stood.
	 */
	private static void named(ScenarioCluster cluster) {
		for (int machine : new int[] { 1, 3, 4 }) {
			cluster.jumpWall(machine, -HOUR);
		}
		cluster.slow(0, 20);
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(1));
		cluster.hold(Which.heartbeats().from(0));
		cluster.hold(Which.questions().from(1, 2, 4));
		HeldMessages scouts = cluster.hold(Which.questions().from(3));
		cluster.startAll();
		cluster.runUntil("n1 votes for n0", () -> cluster.votedFor(1) == 0, 2_000);
		cluster.run(25);
		List<IntSupplier> answers = List.of(answers(cluster, 2), answers(cluster, 3), answers(cluster, 4));
		cluster.restart(1, Crash.DISK_LOST);
		cluster.runUntil("n2, n3 and n4 have answered n1",
				() -> answers.stream().allMatch((count) -> count.getAsInt() > 0), 200);
		cluster.run(1);
		cluster.ways().cut(2, 3, 4);
		proposals.release(Which.any().to(2));
		cluster.runUntil("n0 leads", () -> cluster.leader() == 0, 300);
		cluster.crash(0, Crash.DISK_LOST);
		cluster.run(60);
		cluster.start(0);
		cluster.hold(Which.answers().from(0));
		cluster.runUntil("n1 votes", () -> cluster.state(1).isPastStart(), 400);
		scouts.stop();
		cluster.runUntil("n3 leads", () -> cluster.leader() == 3, 4_000);
	}

	/**
	 * The second has voted for the first, loses its disk, and is answered late. Meanwhile
	 * the first wins. The second waits, and cannot save what it learned then.
	 */
	private static void late(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.slow(0, 40);
		cluster.hold(Which.questions().from(1, 3, 4));
		HeldMessages scouts = cluster.hold(Which.questions().from(2));
		HeldMessages proposals = cluster.hold(Which.proposals().from(0).notTo(1));
		HeldMessages votes = cluster.hold(Which.votes().to(0));
		Preludes.restartAll(cluster);
		cluster.runUntil("n1 votes for n0", () -> votes.count() > 0, 20_000);
		long term = cluster.term(1);
		cluster.crash(1, Crash.DISK_LOST);
		cluster.ways().cut(0, 1);
		HeldMessages early = cluster.hold(Which.stateAnswers().to(1));
		cluster.hold(Which.heartbeats().from(0));
		cluster.start(1);
		cluster.runUntil("n1 was answered", () -> early.count() >= 3, 200);
		early.pause();
		HeldMessages later = cluster.hold(Which.stateAnswers().to(1));
		proposals.release(Which.any().to(4));
		votes.releaseLate();
		cluster.runUntil("n0 leads", () -> cluster.leader() == 0, 400);
		cluster.require(cluster.term(4) == term && cluster.term(2) < term && cluster.term(3) < term,
				"n4 alone of the others knows the term");
		cluster.crash(0);
		cluster.ways().cut(4, 2, 3);
		cluster.run(1_000);
		cluster.node(1).disk().failing(true);
		later.stop();
		cluster.runUntil("n1 cannot save what it learned", () -> !cluster.invariants().isUsable(0, 1), 2_000);
		cluster.node(1).disk().failing(false);
		HeldMessages fresh = cluster.hold(Which.stateAnswers().to(1));
		cluster.run(1_800);
		early.release();
		cluster.run(100);
		fresh.stop();
		scouts.stop();
		cluster.runUntil("n2 leads", () -> cluster.leader() == 2, 5_000);
	}

	private static IntSupplier answers(ScenarioCluster cluster, int from) {
		return cluster.count(Which.stateAnswers().from(from).to(1));
	}

}
