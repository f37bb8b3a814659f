package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the store showed last, and since when it has shown just that. Age counts from the
 * receipt of the first answer that showed this version, by the clock of this node alone.
 *
 * @param record the record, null if it is missing
 * @param sinceNanos the monotonic clock at the first answer that showed this
 * @param held whether this process held the lease while it was shown this: then nobody
 * else has taken the record before
 * @param refused whether the store refused a write to just this, so that a read that
 * shows it again may be an old one
 * @param anew whether its age began anew since something else was told
 */
record Observation(@Nullable LeaseRecord record, long sinceNanos, boolean held, boolean refused, boolean anew) {

	/** The next answer: the same version goes on ageing, any other begins anew. */
	static Observation next(@Nullable Observation before, @Nullable LeaseRecord shown, long nanos, boolean held) {
		if (before != null && isSame(before, shown)) {
			if (shown != null && !shown.free() && before.record != null && before.record.free()) {
				// a hint called it free, and the store does not
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
	 * The same version is shown, though another one was told since. Once its age begins
	 * anew: what is told without end holds nobody up for longer.
	 */
	Observation anew(@Nullable LeaseRecord shown, long nanos) {
		return (!this.anew && isSame(this, shown)) ? new Observation(this.record, nanos, this.held, this.refused, true)
				: this;
	}

	private static String version(@Nullable LeaseRecord record) {
		return (record != null) ? 'v' + record.version() : "";
	}

}
