package io.github.leaderelection.simulator.scenario.election;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;

/**
 * Networks of which a part is missing: exactly one stable leader and flat terms in each,
 * or none where nobody can reach a quorum.
 */
public final class PartialConnectivityScenarios {

	private static final long NANOS_PER_MILLI = 1_000_000;

	/**
	 * B at the default settings, a lost connection noticed after two seconds included.
	 */
	private static final long BOUND = 5000;

	private static final long LOOKED_AT = 20_000;

	private static final double LEAST_SHARE = 0.99;

	private PartialConnectivityScenarios() {
	}

	/**
	 * All of them.
	 * @return in an order that never changes
	 */
	public static List<NamedScenario> all() {
		List<NamedScenario> all = new ArrayList<>();
		for (long silence : new long[] { 0, 2000 }) {
			String links = (silence == 0) ? ", links stay open" : ", silent links are closed";
			Setup three = Setup.of(3).withSilence(silence);
			Setup four = Setup.of(4).withSilence(silence);
			Setup five = Setup.of(5).withSilence(silence);
			add(all, "leader cut from one follower" + links, five, PartialConnectivityScenarios::cutFromOne);
			add(all, "leader of three cut from one follower" + links, three, PartialConnectivityScenarios::cutFromOne);
			add(all, "isolated node rejoins" + links, five, PartialConnectivityScenarios::rejoins);
			add(all, "isolated leader rejoins" + links, five, PartialConnectivityScenarios::leaderRejoins);
			add(all, "one hub, the old leader among the leaves" + links, five, PartialConnectivityScenarios::hub);
			add(all, "one hub of four, the old leader among the leaves" + links, four,
					PartialConnectivityScenarios::hub);
			add(all, "old leader isolated, the rest linked to the lowest-ranked alone" + links, five,
					PartialConnectivityScenarios::lowestRanked);
			add(all, "chain of three, the leader at an end" + links, three, PartialConnectivityScenarios::chain);
			add(all, "chain of five, the leader at an end" + links, five, PartialConnectivityScenarios::chain);
			add(all, "ring of five" + links, five, PartialConnectivityScenarios::ring);
			add(all, "two pairs joined by a bridge" + links, five, PartialConnectivityScenarios::bridge);
			add(all, "leader can only send" + links, five, (cluster) -> onlySends(cluster, 0));
			add(all, "leader can only receive" + links, five, (cluster) -> onlyReceives(cluster, 0));
			add(all, "follower can only send" + links, five, (cluster) -> onlySends(cluster, 3));
			add(all, "follower can only receive" + links, five, (cluster) -> onlyReceives(cluster, 3));
			all.add(five.named("nobody reaches a quorum" + links, PartialConnectivityScenarios::noQuorum));
		}
		return all;
	}

	private static void add(List<NamedScenario> all, String name, Setup setup, Consumer<ScenarioCluster> cuts) {
		all.add(new NamedScenario(name, setup, (cluster) -> {
			Preludes.leads(cluster);
			cluster.run(1000);
			cuts.accept(cluster);
			isStable(cluster);
		}));
	}

	private static void isStable(ScenarioCluster cluster) {
		cluster.run(BOUND);
		int leader = cluster.leader();
		cluster.promised("L1", leader >= 0, "somebody leads within the bound");
		long term = cluster.invariants().highestTerm(0);
		int grants = cluster.invariants().grants(0);
		long led = cluster.invariants().ledNanos(0);
		cluster.run(LOOKED_AT);
		cluster.promised("L2", cluster.leader() == leader && cluster.invariants().grants(0) == grants,
				"n" + leader + " leads on, but n" + cluster.leader() + " leads after "
						+ (cluster.invariants().grants(0) - grants) + " grants");
		cluster.promised("terms stay flat", cluster.invariants().highestTerm(0) == term, "terms are flat");
		double share = (double) (cluster.invariants().ledNanos(0) - led) / (LOOKED_AT * NANOS_PER_MILLI);
		cluster.promised("L2", share >= LEAST_SHARE, "led only " + share + " of the time");
	}

	private static void cutFromOne(ScenarioCluster cluster) {
		cluster.ways().cut(0, 1);
	}

	private static void rejoins(ScenarioCluster cluster) {
		cluster.ways().isolate(3);
		cluster.run(5000);
		int grants = cluster.invariants().grants(0);
		cluster.ways().healAll();
		cluster.run(5000);
		cluster.require(cluster.leader() == 0 && cluster.invariants().grants(0) == grants,
				"one who rejoins disturbs nobody");
	}

	private static void leaderRejoins(ScenarioCluster cluster) {
		cluster.ways().isolate(0);
		cluster.run(5000);
		int leader = cluster.leader();
		cluster.ways().healAll();
		cluster.run(5000);
		cluster.require(cluster.leader() == leader, "an old leader that rejoins disturbs nobody");
	}

	private static void hub(ScenarioCluster cluster) {
		cluster.ways().keepOnly((one, other) -> one == 2 || other == 2);
	}

	private static void lowestRanked(ScenarioCluster cluster) {
		int lowest = cluster.size() - 1;
		cluster.ways().keepOnly((one, other) -> one != 0 && other != 0 && (one == lowest || other == lowest));
	}

	private static void chain(ScenarioCluster cluster) {
		cluster.ways().keepOnly((one, other) -> Math.abs(one - other) == 1);
	}

	private static void ring(ScenarioCluster cluster) {
		cluster.ways()
			.keepOnly((one, other) -> Math.abs(one - other) == 1 || Math.abs(one - other) == cluster.size() - 1);
	}

	private static void bridge(ScenarioCluster cluster) {
		cluster.ways().keepOnly((one, other) -> one == 2 || other == 2 || one < 2 == other < 2);
	}

	private static void onlySends(ScenarioCluster cluster, int machine) {
		cluster.machines().forEach((other) -> cluster.ways().cutOneWay(other, machine));
	}

	private static void onlyReceives(ScenarioCluster cluster, int machine) {
		cluster.machines().forEach((other) -> cluster.ways().cutOneWay(machine, other));
	}

	private static void noQuorum(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		cluster.ways().keepOnly((one, other) -> one < 4 && other < 4 && one / 2 == other / 2);
		cluster.run(BOUND);
		long term = cluster.invariants().highestTerm(0);
		cluster.run(LOOKED_AT);
		cluster.require(cluster.leader() < 0, "nobody leads without a quorum");
		cluster.require(cluster.invariants().highestTerm(0) == term, "terms are flat");
	}

}
