package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;

/**
 * A leadership as whoever asks the instance sees it, also in one that stands still.
 *
 * @param lease until when it leads
 */
record LeaseLeadership(long token, Lease lease) {

	/** The clock of every instance reads 0 in every state. */
	static final Now NOW = new Now(0, 0);

	boolean leads() {
		return this.lease.valid(NOW);
	}

}
