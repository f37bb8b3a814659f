package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * Who took the record, as one instance sees it: that it was another is all that is known
 * of others.
 *
 * @param holder the id, null for nobody
 * @param attempt names the take, of this instance alone
 */
record Writer(@Nullable NodeId holder, long incarnation, long attempt) {

	/** The incarnation of every instance, as it sees itself. */
	static final long OWN = 1;

	/** The incarnation of every other process of the same id. */
	static final long FORMER_START = 2;

	static final Writer NOBODY = new Writer(null, 0, 0);

	static final Writer OTHER = new Writer(NodeId.of("other"), OWN, 0);

	/** An earlier process of the own id, or a second one. */
	static final Writer FORMER = new Writer(LeaseScale.SELF, FORMER_START, 0);

	/** Of the own process. */
	static Writer self(long attempt) {
		return new Writer(LeaseScale.SELF, OWN, attempt);
	}

	static Writer of(LeaseRecord record) {
		return new Writer(record.holder(), record.incarnation(), record.attempt());
	}

	boolean isSelf() {
		return LeaseScale.SELF.equals(this.holder) && this.incarnation == OWN;
	}

	/** The record as this instance reads it. */
	LeaseRecord view(LeaseRecord record) {
		return new LeaseRecord(this.holder, this.incarnation, this.attempt, null, record.token(),
				record.durationNanos(), record.free(), null, 0, record.version());
	}

}
