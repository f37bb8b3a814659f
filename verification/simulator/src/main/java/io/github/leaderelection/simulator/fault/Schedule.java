package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.fault.plan.FaultKind;

/**
 * Lets the faults of a mixture occur at random times until the cluster heals.
 */
final class Schedule {

	private final Run run;

	Schedule(Run run) {
		this.run = run;
	}

	void add(FaultKind kind, Runnable fault) {
		long mean = this.run.plan.mixture().mean(kind);
		if (mean > 0) {
			next(mean, fault);
		}
	}

	private void next(long mean, Runnable fault) {
		this.run.afterUnlessHealed(this.run.dice.between(1, 2 * mean * this.run.rarity), () -> {
			fault.run();
			next(mean, fault);
		});
	}

}
