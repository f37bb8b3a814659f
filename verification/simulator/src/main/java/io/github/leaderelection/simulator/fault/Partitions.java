package io.github.leaderelection.simulator.fault;

import java.util.List;
import java.util.function.BiPredicate;

import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.network.SimulatedNetwork;

/**
 * Cuts the network in every shape. A new shape takes the place of the last.
 */
final class Partitions {

	private static final long MILLI = 1_000_000;

	private static final long LONGEST = 15_000 * MILLI;

	private final Run run;

	private final SimulatedNetwork network;

	private long number;

	Partitions(Run run) {
		this.run = run;
		this.network = run.cluster.network();
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.HALVES, () -> shape(FaultKind.HALVES, halves()));
		schedule.add(FaultKind.RANDOM_CUTS,
				() -> shape(FaultKind.RANDOM_CUTS, this.run.dice.chance(300) ? cutFromLeader() : randomCuts()));
		schedule.add(FaultKind.ISOLATION, () -> shape(FaultKind.ISOLATION, isolation()));
		schedule.add(FaultKind.BRIDGE, () -> shape(FaultKind.BRIDGE, bridge()));
		schedule.add(FaultKind.HUB, () -> shape(FaultKind.HUB, hub()));
		schedule.add(FaultKind.RING, () -> shape(FaultKind.RING, ring()));
		schedule.add(FaultKind.ONE_WAY, () -> shape(FaultKind.ONE_WAY, oneWay()));
	}

	/**
	 * Cuts what the shape cuts, heals the rest, and heals all after a while.
	 */
	private void shape(FaultKind kind, BiPredicate<Integer, Integer> cuts) {
		this.run.count(kind, -1, "");
		long mine = ++this.number;
		apply(cuts);
		this.run.after(this.run.dice.magnitude(10 * MILLI, LONGEST), () -> {
			if (mine == this.number && !this.run.isHealed()) {
				apply((from, to) -> false);
			}
		});
	}

	private void apply(BiPredicate<Integer, Integer> cuts) {
		for (int from = 0; from < this.network.size(); from++) {
			for (int to = 0; to < this.network.size(); to++) {
				if (from != to) {
					if (cuts.test(from, to)) {
						this.network.ways().cutOneWay(from, to);
					}
					else {
						this.network.ways().healOneWay(from, to);
					}
				}
			}
		}
	}

	private BiPredicate<Integer, Integer> halves() {
		int[] order = this.run.dice.order(this.network.size());
		int half = this.network.size() / 2;
		return (from, to) -> order[from] < half != order[to] < half;
	}

	private BiPredicate<Integer, Integer> randomCuts() {
		int size = this.network.size();
		boolean[] cut = new boolean[size * size];
		int density = (int) this.run.dice.between(100, 800);
		for (int i = 0; i < cut.length; i++) {
			cut[i] = this.run.dice.chance(density);
		}
		boolean bothWays = this.run.dice.chance(700);
		return (from, to) -> cut[bothWays ? Math.min(from, to) * size + Math.max(from, to) : from * size + to];
	}

	/** A successor of any rank is cut from the leader alone. */
	private BiPredicate<Integer, Integer> cutFromLeader() {
		int leader = this.run.invariants.leader(0);
		int other = this.run.dice.pick(this.run.members());
		return (from, to) -> (from == leader && to == other) || (from == other && to == leader);
	}

	private BiPredicate<Integer, Integer> isolation() {
		int alone = this.run.target().index();
		return (from, to) -> from == alone || to == alone;
	}

	private BiPredicate<Integer, Integer> bridge() {
		int[] order = this.run.dice.order(this.network.size());
		int middle = this.network.size() / 2;
		return (from, to) -> order[from] != middle && order[to] != middle && order[from] < middle != order[to] < middle;
	}

	private BiPredicate<Integer, Integer> hub() {
		int hub = this.run.dice.pick(this.run.members());
		return (from, to) -> from != hub && to != hub;
	}

	private BiPredicate<Integer, Integer> ring() {
		int[] order = this.run.dice.order(this.network.size());
		int size = this.network.size();
		int reach = Math.max(1, size / 4);
		return (from, to) -> {
			int distance = Math.floorMod(order[from] - order[to], size);
			return Math.min(distance, size - distance) > reach;
		};
	}

	private BiPredicate<Integer, Integer> oneWay() {
		int mute = this.run.target().index();
		boolean sends = this.run.dice.chance(500);
		List<Integer> members = this.run.members();
		int only = this.run.dice.chance(400) ? this.run.dice.pick(members) : -1;
		return (from, to) -> (sends ? from : to) == mute && (only < 0 || (sends ? to : from) == only);
	}

}
