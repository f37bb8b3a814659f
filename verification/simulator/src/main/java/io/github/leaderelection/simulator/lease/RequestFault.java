package io.github.leaderelection.simulator.lease;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a request in a directed scenario.
 *
 * @param there how long it takes to the store, in nanoseconds; negative if it is lost
 * @param back how long its answer takes; negative if that is lost
 * @param shown what is answered in place of what is, for a read that is stale
 */
record RequestFault(long there, long back, @Nullable LeaseRecord shown) {

	/** The request never reaches the store. */
	static final RequestFault LOST = new RequestFault(-1, -1, null);

	/** The request is done, and its answer is lost. */
	static final RequestFault UNANSWERED = new RequestFault(1_000_000, -1, null);

	/** A write is refused at once, whatever the record is. */
	static final RequestFault REFUSED = new RequestFault(1_000_000, 0, null);

	/** A write is not done, and the store says at once that it failed. */
	static final RequestFault FAILED = new RequestFault(1_000_000, 1, null);

	/** A read shows what was. */
	static RequestFault stale(LeaseRecord shown) {
		return new RequestFault(1_000_000, 1_000_000, shown);
	}

	boolean isLost() {
		return this.there < 0;
	}

	boolean isUnanswered() {
		return this.back < 0;
	}

}
