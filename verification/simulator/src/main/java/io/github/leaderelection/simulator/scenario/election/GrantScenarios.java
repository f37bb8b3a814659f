package io.github.leaderelection.simulator.scenario.election;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * What an application is told of a grant: that it began only while its lease lives, and
 * once that it ended, whatever the election's thread does.
 */
public final class GrantScenarios {

	private static final long MILLI = 1_000_000;

	/** More than a run of the loop has that wins or that ends a grant. */
	private static final int POINTS = 20;

	private GrantScenarios() {
	}

	public static List<NamedScenario> all() {
		Setup three = Setup.of(3);
		return List.of(three.named("a loop that hangs for longer than the lease", GrantScenarios::hangingLoop),
				three.named("the watchdog ends a grant while the loop does", GrantScenarios::twoEndTheGrant),
				three.named("a leader that stood still says so", GrantScenarios::stoodStill),
				three.named("a win whose lease has passed before it is told", GrantScenarios::lateWin));
	}

	private static void hangingLoop(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		HeardGrants heard = HeardGrants.on(cluster, 0);
		cluster.node(0).pauses().hangLoop(3000 * MILLI);
		cluster.run(1010);
		cluster.require(heard.revocations().equals(List.of(RevocationReason.LEASE_EXPIRED)),
				"listeners hear of the end of the lease while the loop hangs, not " + heard.revocations());
		cluster.run(990);
		cluster.require(cluster.leader() > 0, "another leads while the loop of n0 hangs");
		cluster.run(5000);
		cluster.require(cluster.leader() > 0, "n0 comes back as a follower");
		cluster.require(heard.revocations().size() == 1, "the loop that goes on does not tell it again");
	}

	/**
	 * The loop learns of the end of a suspension before the watchdog is due, which then
	 * looks at the grant at every possible point of what the loop does.
	 */
	private static void twoEndTheGrant(ScenarioCluster cluster) {
		cluster.startAll();
		for (int point = 1; point <= POINTS; point++) {
			int leader = cluster.awaitLeader();
			cluster.run(330);
			cluster.node(leader).pauses().watchdogWithin(point);
			cluster.node(leader).pauses().suspend(1500 * MILLI);
			cluster.run(2000);
		}
	}

	/**
	 * Which of its threads goes on first is left to chance: the watchdog knows of the
	 * lease alone, the loop of the standstill.
	 */
	private static void stoodStill(ScenarioCluster cluster) {
		cluster.startAll();
		List<RevocationReason> reasons = new ArrayList<>();
		for (int i = 0; i < POINTS; i++) {
			int leader = cluster.awaitLeader();
			cluster.run(330);
			HeardGrants heard = HeardGrants.on(cluster, leader);
			cluster.node(leader).pauses().pause(1500 * MILLI);
			cluster.run(2000);
			reasons.addAll(heard.revocations());
		}
		cluster.require(reasons.size() == POINTS, "each grant ends once");
		cluster.require(reasons.contains(RevocationReason.STALLED), "a loop that is the first to know says so");
	}

	/**
	 * The candidate stands still for longer than the lease at every possible point of the
	 * run in which it wins. At one of them it has won, as its heartbeats show, and not
	 * yet told so.
	 */
	private static void lateWin(ScenarioCluster cluster) {
		cluster.hold(Which.questions().notFrom(0));
		int untold = 0;
		for (int point = 1; point <= POINTS; point++) {
			HeldMessages votes = cluster.hold(Which.votes().to(0));
			Preludes.restartAll(cluster);
			HeardGrants heard = HeardGrants.on(cluster, 0);
			cluster.runUntil("both others vote for n0", () -> votes.count() == 2, 20_000);
			IntSupplier heartbeats = cluster.count(Which.heartbeats().from(0));
			cluster.node(0).pauses().pauseWithin(point, 1300 * MILLI, false);
			votes.release();
			cluster.run(1400);
			untold += (heartbeats.getAsInt() > 0 && heard.grants() == 0) ? 1 : 0;
		}
		cluster.require(untold > 0, "a win is told to nobody once its lease has passed");
	}

}
