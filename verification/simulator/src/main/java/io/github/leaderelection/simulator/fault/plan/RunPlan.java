package io.github.leaderelection.simulator.fault.plan;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.time.Dice;

/**
 * What a seed decides before a run begins.
 *
 * @param members how many machines are members at first
 * @param durable whether they keep their state on disk
 * @param safetyNanos how long the phase with faults lasts
 * @param livenessNanos how long the healed phase is looked at
 */
public record RunPlan(Subject subject, long seed, int members, int machines, boolean durable, boolean beyond,
		List<LeasePlan> groups, Mixture mixture, PriorityPlan priorities, long safetyNanos, long livenessNanos) {

	private static final long MICRO = 1_000;

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final long MINUTE = 60 * SECOND;

	private static final long PPM = 1_000_000;

	private static final int[] SIZES = { 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 7,
			7 };

	public static RunPlan draw(Algorithm algorithm, long seed, long nanos, Dice dice) {
		int members = SIZES[dice.index(SIZES.length)];
		boolean durable = dice.chance(750);
		boolean beyond = dice.chance(80);
		List<LeasePlan> groups = new ArrayList<>();
		groups.add(LeasePlan.draw(dice));
		if (dice.chance(100)) {
			groups.add(LeasePlan.draw(dice));
		}
		Mixture mixture = Mixture.draw(dice, durable, members).withRare(dice.branch(10));
		Subject subject = Subject.draw(algorithm, members, dice.branch(9));
		// Who needs nobody else's vote votes before anybody has told it that its state is
		// old.
		if (!durable || members < 3 || !subject.promises(Promise.S2)) {
			mixture = mixture.without(FaultKind.OLD_STATE);
		}
		if (members < 3) {
			mixture = mixture.without(FaultKind.OTHER_RULES);
		}
		if (members < 2 || algorithm.is(Trait.LAYERED)) {
			// what a twin says is said in the words of the quorum election
			mixture = mixture.without(FaultKind.TWIN);
		}
		if (members < 2 || !algorithm.is(Trait.DETECTS_CRASHES)) {
			mixture = mixture.without(FaultKind.END_LEARNED);
		}
		if (!subject.countsByList()) {
			mixture = mixture.without(FaultKind.MEMBER_CHANGE).without(FaultKind.FOREIGN_LIST);
		}
		int strangers = mixture.has(FaultKind.FOREIGN_LIST) ? 2 : mixture.has(FaultKind.MEMBER_CHANGE) ? 1 : 0;
		PriorityPlan priorities = PriorityPlan.draw(algorithm, members, dice.branch(8));
		long safety = nanos / 4 * 3;
		return new RunPlan(subject, seed, members, members + strangers, durable, beyond, List.copyOf(groups), mixture,
				priorities, safety, nanos - safety);
	}

	public ClusterSpec clusterSpec(Dice dice) {
		List<MachineSpec> specs = new ArrayList<>();
		boolean exact = this.mixture.has(FaultKind.SUSPENSION) || dice.chance(200);
		boolean disciplined = !this.durable || dice.chance(300);
		long longestSave = this.durable ? dice.magnitude(20 * MICRO, smallestLease() / 30) : 50 * MICRO;
		for (int i = 0; i < this.machines; i++) {
			long rate = exact ? 0 : drawRate(dice);
			specs.add(new MachineSpec(dice.nextLong() >> 8, rate, drawWallOffset(dice), disciplined, longestSave / 4,
					longestSave));
		}
		List<String> names = (this.groups.size() == 1) ? List.of("default") : List.of("default", "reports");
		return new ClusterSpec(specs, names, conditions(dice), dice.magnitude(1, 2 * MILLI));
	}

	/**
	 * The error of a clock's rate, often as large as it may be.
	 */
	public long drawRate(Dice dice) {
		double drift = this.groups.stream().mapToDouble(LeasePlan::drift).min().orElseThrow();
		long most = (long) (drift * PPM) - 1;
		if (this.beyond) {
			most = Math.max(2 * most, 300_000);
		}
		return switch (dice.index(4)) {
			case 0 -> most;
			case 1 -> -most;
			default -> dice.between(-most, most);
		};
	}

	public long smallestLease() {
		return this.groups.stream().mapToLong(LeasePlan::lease).min().orElseThrow();
	}

	public long largestLease() {
		return this.groups.stream().mapToLong(LeasePlan::lease).max().orElseThrow();
	}

	/**
	 * Without state directories the promises rest on wall clocks that agree to within the
	 * start wait, under whatever settings there will be.
	 */
	public long drawWallOffset(Dice dice) {
		long shortestLeaseEver = 200 * MILLI;
		return this.durable ? dice.between(-MINUTE, MINUTE) : dice.between(0, shortestLeaseEver / 2);
	}

	private Conditions conditions(Dice dice) {
		long lease = smallestLease();
		long shortest = dice.magnitude(20 * MICRO, lease / 20);
		long longest = shortest + dice.magnitude(10 * MICRO, lease / 10);
		long straggler = dice.magnitude(longest, 3 * lease);
		return new Conditions(shortest, longest, straggler, perMille(dice, FaultKind.STRAGGLERS, 60),
				perMille(dice, FaultKind.LOSS, 250), perMille(dice, FaultKind.REPEATS, 250),
				!this.mixture.has(FaultKind.REORDERING), dice.chance(700), dice.chance(500),
				dice.magnitude(20 * MILLI, SECOND), dice.chance(400) ? 0 : dice.magnitude(lease / 2, 10 * SECOND));
	}

	private int perMille(Dice dice, FaultKind kind, int most) {
		return this.mixture.has(kind) ? (int) dice.magnitude(1, most) : 0;
	}

}
