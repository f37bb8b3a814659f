package io.github.leaderelection.internal.store.zookeeper;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * The record that a write leaves, from the one that it read.
 */
final class NextRecord {

	private NextRecord() {
	}

	static LeaseRecord created(Request.Create create, long millis) {
		return new LeaseRecord(null, 0, 0, null, Math.max(create.leastToken(), millis), create.durationNanos(),
				create.free(), null, 0, RecordVersion.first(create.stamp()).toString());
	}

	/** ZooKeeper tells no time before it has written, so the taker's clock counts. */
	static LeaseRecord taken(LeaseRecord before, Request.Take take, long millis) {
		long token = Math.max(Math.max(before.token() + 1, take.leastToken()), millis);
		return new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(), token,
				take.durationNanos(), false, null, 0, next(before, take.stamp()));
	}

	static LeaseRecord renewed(LeaseRecord before, Request.Renew renew) {
		return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(), before.token(),
				renew.durationNanos(), before.free(), before.preferred(), before.preferredNanos(),
				next(before, renew.stamp()));
	}

	static LeaseRecord released(LeaseRecord before, Request.Release release) {
		NodeId preferred = release.preferred();
		return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(), before.token(),
				before.durationNanos(), true, preferred, release.preferredNanos(), next(before, release.stamp()));
	}

	private static String next(LeaseRecord before, long stamp) {
		return RecordVersion.parse(before.version()).next(stamp).toString();
	}

}
