package io.github.leaderelection.internal.store.etcd;

import java.nio.charset.StandardCharsets;

import io.etcd.jetcd.ByteSequence;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * What each write makes of a record. The milliseconds are those of this machine: etcd
 * tells no time.
 */
final class NextLease {

	private static final String NOT_WRITTEN_YET = "";

	private NextLease() {
	}

	static ByteSequence created(Request.Create create) {
		return text(new LeaseRecord(null, 0, 0, null, Math.max(create.leastToken(), System.currentTimeMillis()),
				create.durationNanos(), create.free(), null, 0, NOT_WRITTEN_YET), create.stamp());
	}

	static ByteSequence taken(Request.Take take, LeaseRecord old) {
		long token = Math.max(Math.addExact(old.token(), 1), Math.max(take.leastToken(), System.currentTimeMillis()));
		return text(new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(), token,
				take.durationNanos(), false, null, 0, NOT_WRITTEN_YET), take.stamp());
	}

	static ByteSequence renewed(Request.Renew renew, LeaseRecord old) {
		return text(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
				renew.durationNanos(), false, null, 0, NOT_WRITTEN_YET), renew.stamp());
	}

	static ByteSequence released(Request.Release release, LeaseRecord old) {
		return text(
				new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
						old.durationNanos(), true, release.preferred(), release.preferredNanos(), NOT_WRITTEN_YET),
				release.stamp());
	}

	private static ByteSequence text(LeaseRecord next, long stamp) {
		return ByteSequence.from(LeaseText.of(next, EtcdVersion.stamp(stamp)), StandardCharsets.UTF_8);
	}

}
