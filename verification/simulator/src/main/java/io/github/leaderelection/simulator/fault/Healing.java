package io.github.leaderelection.simulator.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.SimulatedNetwork;

/**
 * Heals a connected majority and leaves the rest broken in ways that do not change, or
 * that come and go without ever reaching a quorum.
 */
final class Healing {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final long FOR_EVER = 100_000 * SECOND;

	private static final int PASSES_PER_MILLE = 400;

	private static final int GONE = 0;

	private static final int STUCK = 1;

	private static final int FLAPPING = 2;

	private static final int STEADY = 3;

	private static final int WELL = 4;

	private final Run run;

	private final SimulatedNetwork network;

	private final Disks disks;

	private final List<Integer> well;

	private final boolean star;

	private int disturbers;

	Healing(Run run, Disks disks) {
		this.run = run;
		this.network = run.cluster.network();
		this.disks = disks;
		List<Integer> voters = run.members().stream().filter(run::isVoter).toList();
		boolean majority = voters.size() >= run.quorum();
		this.well = majority ? draw(voters) : run.members();
		boolean mayBeStar = run.plan.subject().findsTheCentre() && !run.plan.priorities().preempt();
		boolean star = majority && run.dice.chance(300) && mayBeStar;
		// a centre that is behind gets no vote of the arms, and no arm reaches a majority
		this.star = star && run.cluster.positions().isFurthest(this.well.get(0), this.well);
	}

	private List<Integer> draw(List<Integer> voters) {
		int count = (int) this.run.dice.between(this.run.quorum(), voters.size());
		List<Integer> drawn = new ArrayList<>();
		for (int at : this.run.dice.order(voters.size())) {
			if (drawn.size() < count) {
				drawn.add(voters.get(at));
			}
		}
		return drawn;
	}

	/**
	 * The members that are well. In a star the first is its centre.
	 */
	List<Integer> well() {
		return this.well;
	}

	/**
	 * Whether two members that are well are to be linked.
	 */
	boolean areLinked(int one, int other) {
		return one != other && (!this.star || one == this.well.get(0) || other == this.well.get(0));
	}

	/**
	 * Whether no other member can say anything to those that are well: one that misses
	 * the leader has a right to call an election, again and again, and so has an arm of a
	 * star that another arm leads.
	 */
	boolean isUndisturbed() {
		return this.disturbers == 0 && !this.star;
	}

	/**
	 * How many other members can say something to those that are well.
	 */
	int disturbers() {
		return this.disturbers;
	}

	void apply() {
		calm();
		this.run.cluster.positions().calm();
		if (this.star) {
			this.run.cluster.positions().rest();
		}
		for (int machine : this.well) {
			for (int other : this.well) {
				if (machine != other) {
					pass(machine, other, areLinked(machine, other));
				}
			}
		}
		int[] fates = drawFates();
		trace(fates);
		for (int machine = 0; machine < fates.length; machine++) {
			for (int other = 0; other < machine; other++) {
				if (fates[machine] != WELL || fates[other] != WELL) {
					leaveBroken(machine, other, fates[machine] >= STEADY && fates[other] >= STEADY);
				}
			}
		}
		for (int machine = 0; machine < fates.length; machine++) {
			leaveBroken(this.run.node(machine), fates[machine]);
			if ((fates[machine] == FLAPPING || fates[machine] == STEADY) && isHeard(machine)) {
				this.disturbers++;
			}
		}
		this.well.forEach(this::heal);
	}

	/** Heals all members, and lets all that are paused stand for election. */
	void applyToAll() {
		calm();
		this.run.cluster.positions().calm();
		this.network.ways().healAll();
		for (int machine : this.run.members()) {
			heal(machine);
			for (int group = 0; group < this.run.cluster.groups().size(); group++) {
				this.run.node(machine).application().call(group, (elector) -> elector.eligibility().resume());
			}
		}
	}

	private boolean isHeard(int machine) {
		return this.well.stream().anyMatch((other) -> this.network.ways().passes(machine, other));
	}

	private void trace(int[] fates) {
		if (this.run.cluster.trace().isOn()) {
			String shape = this.star ? " in a star" : "";
			this.run.cluster.trace().line(-1, "HEALED " + this.well + shape + ", fates " + Arrays.toString(fates));
		}
	}

	private void calm() {
		Conditions now = this.network.conditions().calmed();
		long lease = this.run.smallestLease();
		long longest = Math.min(now.longest(), lease / 40);
		this.network.conditions(now.withLatency(Math.min(now.shortest(), longest), longest));
	}

	private void heal(int machine) {
		SimulatedNode node = this.run.node(machine);
		this.disks.heal(node);
		node.pauses().calm();
		if (node.isStopping()) {
			node.crash(Crash.KILLED);
		}
		node.start(false);
	}

	private int[] drawFates() {
		int[] fates = new int[this.run.cluster.size()];
		for (int machine = 0; machine < fates.length; machine++) {
			fates[machine] = this.well.contains(machine) ? WELL : drawFate();
		}
		return fates;
	}

	/**
	 * Members that come and go are nothing to a leader that keeps its lease, but each of
	 * them may be the next where a better one takes over.
	 */
	private int drawFate() {
		int fate = this.run.dice.index(WELL);
		return (this.run.leadersStay() || fate < FLAPPING) ? fate : GONE;
	}

	/**
	 * Only those that stay as they are may hear one another both ways: a leader that
	 * others come and go for has no quorum to rely on.
	 */
	private void leaveBroken(int one, int other, boolean steady) {
		boolean forth = this.run.dice.chance(PASSES_PER_MILLE);
		boolean back = this.run.dice.chance(PASSES_PER_MILLE) && (steady || !forth);
		pass(one, other, forth);
		pass(other, one, back);
	}

	private void leaveBroken(SimulatedNode node, int fate) {
		switch (fate) {
			case GONE -> node.crash(Crash.VANISHED);
			case STUCK -> node.pauses().pause(FOR_EVER);
			case FLAPPING -> flap(node);
			case STEADY -> keepSteady(node);
			default -> {
			}
		}
	}

	/** One that went on later would bring up what it slept through. */
	private void keepSteady(SimulatedNode node) {
		node.pauses().calm();
		if (node.pauses().isPaused()) {
			node.pauses().pause(FOR_EVER);
		}
		else if (this.run.isMember(node.index())) {
			node.start(false);
		}
	}

	private void flap(SimulatedNode node) {
		this.run.after(this.run.dice.magnitude(100 * MILLI, 3 * SECOND), () -> {
			if (node.isRunning()) {
				node.crash(Crash.KILLED);
			}
			else if (this.run.isMember(node.index())) {
				node.start(false);
			}
			flap(node);
		});
	}

	private void pass(int from, int to, boolean passes) {
		if (passes) {
			this.network.ways().healOneWay(from, to);
		}
		else {
			this.network.ways().cutOneWay(from, to);
		}
	}

}
