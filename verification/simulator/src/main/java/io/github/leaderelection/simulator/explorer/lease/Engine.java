package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * What the store does: one record, written if its version is as it was read.
 */
final class Engine {

	/** The version of what is written. */
	private static final String NEW = "new";

	/** The store's clock is past every token there is. */
	private static final long CLOCK = 1_000_000;

	private Engine() {
	}

	/**
	 * Handles a write.
	 * @param record the record, null where there is none
	 * @return what the store has afterwards, null if it refuses; who took it is left out
	 */
	static @Nullable LeaseRecord write(Request request, @Nullable LeaseRecord record) {
		if (request instanceof Request.Create create) {
			return (record == null) ? record(CLOCK, create.durationNanos(), create.free()) : null;
		}
		if (record == null) {
			return null;
		}
		if (request instanceof Request.Take take) {
			return is(take.version()) ? record(CLOCK, take.durationNanos(), false) : null;
		}
		if (request instanceof Request.Renew renew) {
			return is(renew.version()) ? record(record.token(), renew.durationNanos(), false) : null;
		}
		if (request instanceof Request.Release release) {
			return is(release.version()) ? record(record.token(), record.durationNanos(), true) : null;
		}
		return null;
	}

	private static boolean is(String version) {
		return version.equals(InstanceForm.CURRENT);
	}

	private static LeaseRecord record(long token, long durationNanos, boolean free) {
		return new LeaseRecord(null, 0, 0, null, token, durationNanos, free, null, 0, NEW);
	}

}
