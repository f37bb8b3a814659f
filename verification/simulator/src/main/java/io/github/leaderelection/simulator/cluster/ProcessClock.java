package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.simulator.time.Moment;
import io.github.leaderelection.simulator.time.SimulatedClock;

/**
 * The clocks as the processes of a machine read them: the machine may stand still at each
 * reading.
 */
final class ProcessClock implements NodeClock {

	private final Moment moment;

	private final SimulatedClock clock;

	ProcessClock(Moment moment, SimulatedClock clock) {
		this.moment = moment;
		this.clock = clock;
	}

	@Override
	public long monotonicNanos() {
		this.moment.point();
		return this.clock.monotonicNanos();
	}

	@Override
	public long wallMillis() {
		this.moment.point();
		return this.clock.wallMillis();
	}

}
