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
 */
record Observation(@Nullable LeaseRecord record, long sinceNanos, boolean held) {

	/** The next answer: the same version goes on ageing, any other begins anew. */
	static Observation next(@Nullable Observation before, @Nullable LeaseRecord shown, long nanos, boolean held) {
		if (before != null && version(before.record).equals(version(shown))) {
			return before;
		}
		return new Observation(shown, nanos, held);
	}

	private static String version(@Nullable LeaseRecord record) {
		return (record != null) ? 'v' + record.version() : "";
	}

}
