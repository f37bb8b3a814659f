package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * The record that the store showed last, and since when. Its age counts from the receipt
 * of the first answer with this version, by the clock of this node alone.
 *
 * @param record the record, null if it is missing
 * @param sinceNanos the monotonic clock at the first answer that showed this version
 * @param held whether this process held the lease when it saw this version, so that no
 * other node had taken the record
 * @param refused whether the store refused a write to this version; a read that shows it
 * may be stale
 * @param anew whether its age began anew because a hint showed another version
 */
record Observation(@Nullable LeaseRecord record, long sinceNanos, boolean held, boolean refused, boolean anew) {

	/** The next observation: the same version goes on ageing, any other begins anew. */
	static Observation next(@Nullable Observation before, @Nullable LeaseRecord shown, long nanos, boolean held) {
		if (before != null && isSame(before, shown)) {
			if (shown != null && !shown.free() && before.record != null && before.record.free()) {
				// a hint showed it as free, and the answer does not
				return new Observation(shown, nanos, held, before.refused, before.anew);
			}
			return before;
		}
		return new Observation(shown, nanos, held, false, false);
	}

	/** Whether this version was observed before. */
	static boolean isSame(@Nullable Observation before, @Nullable LeaseRecord shown) {
		return before != null && version(before.record).equals(version(shown));
	}

	Observation refused(boolean is) {
		return new Observation(this.record, this.sinceNanos, this.held, is, this.anew);
	}

	/**
	 * Handles an answer with the same version after a hint of another. The age begins
	 * anew only once, so that endless hints delay no take further.
	 */
	Observation anew(@Nullable LeaseRecord shown, long nanos) {
		return (!this.anew && isSame(this, shown)) ? new Observation(this.record, nanos, this.held, this.refused, true)
				: this;
	}

	private static String version(@Nullable LeaseRecord record) {
		return (record != null) ? 'v' + record.version() : "";
	}

}
