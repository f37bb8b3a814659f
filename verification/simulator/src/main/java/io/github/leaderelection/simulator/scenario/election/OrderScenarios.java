package io.github.leaderelection.simulator.scenario.election;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * One goes first, and the others let it: an election takes one proposal, and few
 * messages.
 */
public final class OrderScenarios {

	private static final int FAR_AWAY_MICROS = 35_000;

	private static final long MILLI = 1_000_000;

	/** Just within the bound. */
	private static final long DRIFT_PPM = 49_999;

	private OrderScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		Setup five = Setup.of(5);
		return List.of(three.named("two wait for one promise, and one proposes", (cluster) -> onePromise(cluster, 2)),
				three.named("two wait for one promise, and the first successor is cut off",
						(cluster) -> onePromise(cluster, 1)),
				five.withSilence(2_000)
					.named("two successors do not see each other", (cluster) -> unseen(cluster, false)),
				five.withSilence(2_000)
					.named("two successors do not see each other, and the first is cut off",
							(cluster) -> unseen(cluster, true)),
				five.named("nobody scouts while the first successor takes over", OrderScenarios::takesOver),
				five.named("the second successor stands when the first does not take over",
						OrderScenarios::doesNotTakeOver),
				three.named("who handed leadership over is not named first", OrderScenarios::handedOverTwice),
				five.withLatency(FAR_AWAY_MICROS)
					.named("far from one another all wait for the first", OrderScenarios::farAway),
				Setup.of(9)
					.withLatency(FAR_AWAY_MICROS)
					.named("far from one another, and only the last of nine may stand", OrderScenarios::lastStands),
				five.named("the network has become slower since it was measured", OrderScenarios::becameSlow),
				three.named("a scout whose loop hangs finds its answers before the end of its round",
						OrderScenarios::hangingScout),
				three.named("a follower that stood still finds the question of a scout",
						OrderScenarios::askedMeanwhile),
				five.named("a follower that stood still wakes and asks nobody", OrderScenarios::standsStill),
				three.named("the clock of a candidate is fast, and those of its voters are slow",
						(cluster) -> clocksApart(cluster, DRIFT_PPM)),
				five.named("the clock of a scout is slow, and those of the others are fast",
						(cluster) -> clocksApart(cluster, -DRIFT_PPM)));
	}

	/**
	 * One is promised to the leader; the other, cut from the leader, only waits for the
	 * first, and may have been named before it.
	 */
	private static void onePromise(ScenarioCluster cluster, int cutOff) {
		Preludes.leads(cluster);
		cluster.ways().cut(0, cutOff);
		cluster.run(5000);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		long term = cluster.invariants().highestTerm(0);
		IntSupplier proposals = cluster.count(Which.proposals());
		cluster.crash(0);
		cluster.runUntil("another leads", () -> cluster.leader() > 0, 1_020);
		cluster.require(cluster.invariants().highestTerm(0) == term + 1, "one term was spent");
		cluster.require(proposals.getAsInt() <= 2, "one proposed, to both others");
	}

	/**
	 * Both can win, and neither hears of the other. Each reaches another member sooner.
	 */
	private static void unseen(ScenarioCluster cluster, boolean firstIsCutOff) {
		Preludes.leads(cluster);
		cluster.ways().cut(1, 2);
		cluster.ways().slow(1, 3, 2 * MILLI);
		cluster.ways().slow(2, 4, 2 * MILLI);
		if (firstIsCutOff) {
			cluster.ways().cut(0, 1);
		}
		cluster.run(5000);
		cluster.require(cluster.leader() == 0, "n0 leads still");
		long term = cluster.invariants().highestTerm(0);
		cluster.crash(0);
		cluster.runUntil("another leads", () -> cluster.leader() > 0, 1_020);
		cluster.require(cluster.invariants().highestTerm(0) == term + 1, "one term was spent");
	}

	private static void takesOver(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		for (int other = 2; other < cluster.size(); other++) {
			cluster.ways().slow(1, other, 10 * MILLI);
		}
		cluster.run(500);
		IntSupplier scouts = cluster.count(Which.questions());
		cluster.resign(0);
		cluster.runUntil("n1 leads", () -> cluster.leader() == 1, 100);
		cluster.run(1_000);
		cluster.require(scouts.getAsInt() == 0, "nobody scouted");
	}

	private static void doesNotTakeOver(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeldMessages proposals = cluster.hold(Which.proposals().from(1));
		cluster.resign(0);
		cluster.runUntil("n1 proposes", () -> proposals.count() > 0, 20);
		cluster.crash(1);
		cluster.runUntil("n2 leads", () -> cluster.leader() == 2, 100);
	}

	/**
	 * The first would not take over again so soon, and the others wait for it.
	 */
	private static void handedOverTwice(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.resign(0);
		cluster.awaitLeader(1);
		cluster.run(1_000);
		cluster.resign(1);
		cluster.runUntil("n1 leads no more", () -> cluster.leader() != 1, 20);
		cluster.runUntil("n2 takes over without scouting", () -> cluster.leader() == 2, 8);
	}

	/**
	 * Each asks the three others, one after another; two of the three have to be asked at
	 * least.
	 */
	private static void farAway(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.run(2_000);
		Predicate<Transit> ofAnElection = Which.questions().or(Which.answers()).or(Which.proposals()).or(Which.votes());
		IntSupplier messages = cluster.count(ofAnElection);
		cluster.crash(0);
		cluster.runUntil("another leads", () -> cluster.leader() > 0, 1_110);
		int fewest = 4 * (cluster.size() - 2);
		cluster.require(2 * messages.getAsInt() <= 3 * fewest,
				messages.getAsInt() + " messages are at most half as many again as " + fewest);
	}

	/**
	 * All others are paused when the leader crashes, so it cannot have named the last
	 * first. One delay for each that ranks before would last longer than the lease.
	 */
	private static void lastStands(ScenarioCluster cluster) {
		int last = cluster.size() - 1;
		Preludes.leads(cluster);
		cluster.run(2_000);
		for (int machine = 1; machine < last; machine++) {
			cluster.node(machine).application().call(0, (elector) -> elector.eligibility().pause());
		}
		cluster.crash(0);
		cluster.runUntil("n" + last + " leads", () -> cluster.leader() == last, 1_300);
	}

	/**
	 * It wakes long after it would have missed the leader, and its timers come first.
	 */
	private static void standsStill(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		IntSupplier scouts = cluster.count(Which.questions());
		for (int i = 0; i < 20; i++) {
			cluster.node(1 + i % 4).pauses().pause((300 + 10 * i) * MILLI);
			cluster.run(2_000);
		}
		cluster.require(scouts.getAsInt() == 0, "nobody scouted");
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
	}

	/**
	 * When it goes on its round has ended by the clock, and the answers lie in its
	 * mailbox.
	 */
	private static void hangingScout(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(0);
		HeldMessages questions = cluster.hold(Which.questions().from(1));
		cluster.runUntil("n1 scouts", () -> questions.count() > 0, 1_000);
		questions.release();
		cluster.node(1).pauses().hangLoop(150 * MILLI);
		IntSupplier again = cluster.count(Which.questions().from(1));
		cluster.awaitLeader(1);
		cluster.require(again.getAsInt() == 0, "n1 scouted once");
	}

	/**
	 * The third, cut from the leader, asks the second again and again. The second stands
	 * still for longer than it takes to miss the leader, and finds the question before
	 * all heartbeats that came meanwhile.
	 */
	private static void askedMeanwhile(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().cut(0, 2);
		cluster.run(5_000);
		HeldMessages questions = cluster.hold(Which.questions().from(2).to(1));
		cluster.runUntil("n2 scouts", () -> questions.count() > 0, 5_000);
		cluster.node(1).pauses().hangLoop(380 * MILLI);
		questions.release();
		IntSupplier proposals = cluster.count(Which.proposals());
		cluster.run(2_000);
		cluster.require(proposals.getAsInt() == 0, "n1 holds its own standstill against nobody");
		cluster.promised("L2", cluster.leader() == 0, "n0 leads on");
	}

	/**
	 * The first in rank and the others measure the rest of a promise by clocks as far
	 * apart as they may be.
	 */
	private static void clocksApart(ScenarioCluster cluster, long first) {
		Preludes.leads(cluster);
		cluster.run(1_000);
		for (int machine = 1; machine < cluster.size(); machine++) {
			cluster.node(machine).clock().changeRate((machine == 1) ? first : -first);
		}
		cluster.run(3_000);
		long term = cluster.invariants().highestTerm(0);
		cluster.crash(0);
		cluster.runUntil("n1 leads", () -> cluster.leader() == 1, 2_000);
		cluster.require(cluster.invariants().highestTerm(0) == term + 1, "one term was spent");
	}

	private static void becameSlow(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.crash(0);
		for (int machine = 1; machine < cluster.size(); machine++) {
			for (int other = 1; other < machine; other++) {
				cluster.ways().slow(machine, other, 50 * MILLI);
			}
		}
		cluster.run(3_000);
		cluster.promised("L1", cluster.leader() > 0, "another leads, though a round takes longer than before");
	}

}
