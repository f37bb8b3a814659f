package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.fault.plan.LeasePlan;

/**
 * Machines and loops that stand still.
 */
final class Standstills {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final int MOST_POINTS = 40;

	/** By when a loop has run so often that a pause within a run has begun. */
	private static final long LONGEST_WAIT = 60 * SECOND;

	private final Run run;

	private final WallClocks walls;

	Standstills(Run run, WallClocks walls) {
		this.run = run;
		this.walls = walls;
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.PAUSE, this::pause);
		schedule.add(FaultKind.PAUSE_WITHIN, this::pauseWithin);
		schedule.add(FaultKind.HANGING_LOOP, this::hang);
		schedule.add(FaultKind.SUSPENSION, this::suspend);
	}

	private void pause() {
		SimulatedNode node = this.run.strike(FaultKind.PAUSE);
		node.pauses().pause(length());
	}

	private void pauseWithin() {
		SimulatedNode node = this.run.strike(FaultKind.PAUSE_WITHIN);
		boolean suspended = this.run.plan.mixture().has(FaultKind.SUSPENSION) && this.run.dice.chance(300)
				&& this.walls.maySuspend(node.index());
		long length = length();
		if (suspended) {
			this.walls.suspends(node.index(), LONGEST_WAIT + length);
		}
		node.pauses().pauseWithin((int) this.run.dice.between(1, MOST_POINTS), length, suspended);
	}

	private void hang() {
		SimulatedNode node = this.run.strike(FaultKind.HANGING_LOOP);
		node.pauses().hangLoop(length());
	}

	private void suspend() {
		SimulatedNode node = this.run.target();
		long length = this.run.dice.chance(400) ? aboutTheMargin() : length();
		if (this.walls.maySuspend(node.index())) {
			this.run.count(FaultKind.SUSPENSION, node.index(), "");
			this.walls.suspends(node.index(), length);
			node.pauses().suspend(length);
		}
	}

	/**
	 * About as long as what a leader can hardly tell from the error of its clocks.
	 */
	private long aboutTheMargin() {
		LeasePlan lease = this.run.lease(0);
		long margin = (long) (lease.lease() * 2 * lease.drift() / (1 + lease.drift()));
		return Math.max(1, margin + this.run.dice.between(-3 * MILLI, 4 * MILLI));
	}

	/**
	 * Any length, often about a lease.
	 */
	private long length() {
		long lease = this.run.largestLease();
		return this.run.dice.chance(300) ? this.run.dice.between(lease / 2, 2 * lease)
				: this.run.dice.magnitude(MILLI, 8 * SECOND);
	}

}
