package io.github.leaderelection.simulator.fault;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;

/**
 * Restarts members one after another with new settings.
 */
final class Rolling {

	private static final long MILLI = 1_000_000;

	private static final long CHECK = 20 * MILLI;

	private static final int MOST_CHECKS = 250;

	private final Run run;

	private List<SimulatedNode> left = new ArrayList<>();

	private boolean underWay;

	private Runnable then = () -> {
	};

	Rolling(Run run) {
		this.run = run;
	}

	boolean isUnderWay() {
		return this.underWay;
	}

	/**
	 * Rolls machines in any order.
	 */
	void begin(List<Integer> machines, Runnable done) {
		this.left = new ArrayList<>();
		for (int at : this.run.dice.order(machines.size())) {
			this.left.add(this.run.node(machines.get(at)));
		}
		this.then = done;
		this.underWay = true;
		next();
	}

	/**
	 * Gives all that are left their settings at once: they crash.
	 */
	void finish() {
		for (SimulatedNode node : this.left) {
			if (node.isRunning()) {
				node.crash(Crash.KILLED);
			}
			this.run.configure(node);
		}
		this.left.clear();
	}

	private void next() {
		if (this.run.isHealed()) {
			return;
		}
		if (this.left.isEmpty()) {
			this.underWay = false;
			this.then.run();
			return;
		}
		SimulatedNode node = this.left.get(0);
		if (node.isRunning() && this.run.dice.chance(500)) {
			node.stop();
			await(node, MOST_CHECKS);
		}
		else {
			await(node, 0);
		}
	}

	private void await(SimulatedNode node, int checks) {
		if (this.run.isHealed()) {
			return;
		}
		if (node.isRunning() && checks > 0) {
			this.run.after(CHECK, () -> await(node, checks - 1));
			return;
		}
		if (node.isRunning()) {
			node.crash(Crash.KILLED);
		}
		this.left.remove(0);
		this.run.configure(node);
		this.run.restartLater(node, this.run.dice.magnitude(MILLI, 500 * MILLI));
		this.run.after(this.run.dice.magnitude(MILLI, 2_000 * MILLI), this::next);
	}

}
