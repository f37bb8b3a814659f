package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * The register that every store is: one record, written if its version is as it was read.
 */
final class RegisterOfATest {

	private @Nullable LeaseRecord record;

	private long writes;

	/** The milliseconds of the store's own clock. */
	private long wallMillis;

	@Nullable LeaseRecord record() {
		return this.record;
	}

	/** Somebody changes it behind the nodes' backs. */
	void put(@Nullable LeaseRecord other) {
		this.record = other;
	}

	void clock(long millis) {
		this.wallMillis = millis;
	}

	Answer handle(Request request) {
		if (request instanceof Request.Create create) {
			return (this.record != null) ? new Answer.NotDone()
					: write(new LeaseRecord(null, 0, 0, null, Math.max(create.leastToken(), this.wallMillis),
							create.durationNanos(), create.free(), null, 0, version(create.stamp())));
		}
		if (request instanceof Request.Take take) {
			return take(take);
		}
		if (request instanceof Request.Renew renew) {
			LeaseRecord old = matching(renew.version());
			return (old != null) ? write(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(),
					old.token(), renew.durationNanos(), false, null, 0, version(renew.stamp()))) : new Answer.NotDone();
		}
		if (request instanceof Request.Release release) {
			LeaseRecord old = matching(release.version());
			return (old != null) ? write(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(),
					old.token(), old.durationNanos(), true, release.preferred(), release.preferredNanos(),
					version(release.stamp()))) : new Answer.NotDone();
		}
		return Answer.read(this.record);
	}

	private Answer take(Request.Take take) {
		LeaseRecord old = matching(take.version());
		if (old == null) {
			return new Answer.NotDone();
		}
		long token = Math.max(Math.max(take.leastToken(), this.wallMillis), old.token() + 1);
		return write(new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(), token,
				take.durationNanos(), false, null, 0, version(take.stamp())));
	}

	private @Nullable LeaseRecord matching(String version) {
		LeaseRecord old = this.record;
		return (old != null && old.version().equals(version)) ? old : null;
	}

	private String version(long stamp) {
		this.writes++;
		return this.writes + "-" + Long.toHexString(stamp);
	}

	private Answer write(LeaseRecord written) {
		this.record = written;
		return new Answer.Mine(written);
	}

}
