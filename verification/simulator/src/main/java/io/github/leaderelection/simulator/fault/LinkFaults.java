package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.network.SimulatedNetwork;

/**
 * Troubles of single links.
 */
final class LinkFaults {

	private static final long MILLI = 1_000_000;

	private static final long LONGEST = 10_000 * MILLI;

	private final Run run;

	private final SimulatedNetwork network;

	LinkFaults(Run run) {
		this.run = run;
		this.network = run.cluster.network();
	}

	void plan(Run.Schedule schedule) {
		if (this.network.size() > 1) {
			schedule.add(FaultKind.SLOW_LINK, this::slow);
			schedule.add(FaultKind.CLOGGED_LINK, this::clog);
			schedule.add(FaultKind.CONNECTION_LOSS, this::lose);
		}
	}

	private void slow() {
		int from = this.run.target().index();
		int to = other(from);
		long extra = this.run.dice.magnitude(MILLI, 2 * this.run.largestLease());
		this.run.count(FaultKind.SLOW_LINK, from, to);
		this.network.ways().slowOneWay(from, to, extra);
		if (this.run.dice.chance(500)) {
			this.network.ways().slowOneWay(to, from, extra);
		}
		healLater(from, to);
	}

	private void clog() {
		int from = this.run.target().index();
		int to = other(from);
		this.run.count(FaultKind.CLOGGED_LINK, from, to);
		this.network.ways().clog(from, to);
		healLater(from, to);
	}

	private void lose() {
		int one = this.run.target().index();
		int other = other(one);
		this.run.count(FaultKind.CONNECTION_LOSS, one, other);
		this.network.breakLink(one, other);
	}

	private int other(int machine) {
		int drawn = this.run.dice.index(this.network.size() - 1);
		return (drawn < machine) ? drawn : drawn + 1;
	}

	private void healLater(int from, int to) {
		this.run.afterUnlessHealed(this.run.dice.magnitude(10 * MILLI, LONGEST), () -> {
			this.network.ways().heal(from, to);
			this.network.ways().heal(to, from);
		});
	}

}
