package io.github.leaderelection.internal.store.kubernetes;

import java.util.function.UnaryOperator;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * A write to a record that was read.
 *
 * @param key which record
 * @param version of the record that was read
 * @param stamp random, goes into the new version
 * @param isTake whether the holder changes
 * @param change what the record becomes, its version aside
 */
record LeaseWrite(Key key, String version, long stamp, boolean isTake, UnaryOperator<LeaseRecord> change) {

	static LeaseWrite of(Request request) {
		if (request instanceof Request.Take take) {
			return new LeaseWrite(take.key(), take.version(), take.stamp(), true, (before) -> taken(before, take));
		}
		if (request instanceof Request.Renew renew) {
			return new LeaseWrite(renew.key(), renew.version(), renew.stamp(), false,
					(before) -> kept(before, renew.durationNanos()));
		}
		if (request instanceof Request.Release release) {
			return new LeaseWrite(release.key(), release.version(), release.stamp(), false,
					(before) -> released(before, release));
		}
		throw new IllegalArgumentException("No write to a record that is there: " + request);
	}

	LeaseRecord next(LeaseRecord before) {
		return this.change.apply(before);
	}

	/** The API tells no time, so the clock is the taker's. */
	private static LeaseRecord taken(LeaseRecord before, Request.Take take) {
		long token = Math.max(Math.max(Math.addExact(before.token(), 1), take.leastToken()),
				System.currentTimeMillis());
		return new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(), token,
				take.durationNanos(), false, null, 0, "");
	}

	private static LeaseRecord kept(LeaseRecord before, long durationNanos) {
		return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(), before.token(),
				durationNanos, false, null, 0, "");
	}

	private static LeaseRecord released(LeaseRecord before, Request.Release release) {
		return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(), before.token(),
				before.durationNanos(), true, release.preferred(), release.preferredNanos(), "");
	}

}
