package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.cluster.SimulatedNode;

/**
 * Machines and loops that stand still, and clocks that go wrong.
 */
final class Standstills {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final int MOST_POINTS = 40;

	private final Run run;

	Standstills(Run run) {
		this.run = run;
	}

	void plan(Schedule schedule) {
		schedule.add(FaultKind.PAUSE, this::pause);
		schedule.add(FaultKind.PAUSE_WITHIN, this::pauseWithin);
		schedule.add(FaultKind.HANGING_LOOP, this::hang);
		schedule.add(FaultKind.SUSPENSION, this::suspend);
		schedule.add(FaultKind.CLOCK_RATE, this::changeRate);
		schedule.add(FaultKind.WALL_JUMP, this::jump);
	}

	private void pause() {
		SimulatedNode node = this.run.target();
		this.run.count(FaultKind.PAUSE, node.index(), "");
		node.pauses().pause(length());
	}

	private void pauseWithin() {
		SimulatedNode node = this.run.target();
		this.run.count(FaultKind.PAUSE_WITHIN, node.index(), "");
		boolean suspended = this.run.plan.mixture().has(FaultKind.SUSPENSION) && this.run.dice.chance(300);
		node.pauses().pauseWithin((int) this.run.dice.between(1, MOST_POINTS), length(), suspended);
	}

	private void hang() {
		SimulatedNode node = this.run.target();
		this.run.count(FaultKind.HANGING_LOOP, node.index(), "");
		node.pauses().hangLoop(length());
	}

	private void suspend() {
		SimulatedNode node = this.run.target();
		this.run.count(FaultKind.SUSPENSION, node.index(), "");
		node.pauses().suspend(this.run.dice.chance(400) ? aboutTheMargin() : length());
	}

	private void changeRate() {
		SimulatedNode node = this.run.target();
		if (!node.pauses().isPaused()) {
			this.run.count(FaultKind.CLOCK_RATE, node.index(), "");
			node.clock().changeRate(this.run.plan.drawRate(this.run.dice));
		}
	}

	private void jump() {
		SimulatedNode node = this.run.target();
		if (node.pauses().isPaused()) {
			return;
		}
		this.run.count(FaultKind.WALL_JUMP, node.index(), "");
		long distance = this.run.dice.magnitude(MILLI, 100_000 * SECOND);
		node.clock().jumpWall(this.run.dice.chance(500) ? distance : -distance);
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
