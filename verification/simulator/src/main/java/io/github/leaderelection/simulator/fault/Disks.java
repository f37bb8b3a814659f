package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;

/**
 * Disks that are slow or cannot be written for a while.
 */
final class Disks {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final long LEAST_SAVES_A_LEASE = 30;

	private final Run run;

	private final long usual;

	Disks(Run run, long usualSave) {
		this.run = run;
		this.usual = usualSave;
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.SLOW_DISK, this::slow);
		schedule.add(FaultKind.FAILING_DISK, this::fail);
		schedule.add(FaultKind.SLOW_DISKS, this::slowAll);
	}

	/**
	 * Lets the disk of a machine work as usual, or better where a lease has become so
	 * short that no candidacy could wait for the usual save.
	 */
	void heal(SimulatedNode node) {
		long longest = Math.min(this.usual, this.run.smallestLease() / LEAST_SAVES_A_LEASE);
		node.disk().takes(longest / 4, longest);
		node.disk().failing(false);
	}

	private void slow() {
		SimulatedNode node = this.run.strike(FaultKind.SLOW_DISK);
		long longest = this.run.dice.magnitude(10 * MILLI, 4 * SECOND);
		node.disk().takes(longest / 4, longest);
		healLater(node);
	}

	/**
	 * Nobody can save a vote within a candidacy, which lasts 0.4 leases at most.
	 */
	private void slowAll() {
		long longest = this.run.dice.between(this.run.largestLease() / 2, 2 * this.run.largestLease());
		this.run.count(FaultKind.SLOW_DISKS, -1, longest);
		for (int machine : this.run.members()) {
			SimulatedNode node = this.run.node(machine);
			node.disk().takes(longest * 4 / 5, longest);
			healLater(node);
		}
	}

	void fail() {
		SimulatedNode node = this.run.strike(FaultKind.FAILING_DISK);
		node.disk().failing(true);
		healLater(node);
	}

	private void healLater(SimulatedNode node) {
		this.run.after(this.run.dice.magnitude(10 * MILLI, 10 * SECOND), () -> heal(node));
	}

}
