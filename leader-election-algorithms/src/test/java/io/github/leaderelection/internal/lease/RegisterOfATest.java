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
		LeaseRecord old = this.record;
		if (request instanceof Request.Create create) {
			return (old != null) ? new Answer.NotDone() : write(create.made(this.wallMillis, version(create.stamp())));
		}
		if (request instanceof Request.Change change) {
			return (old != null && old.version().equals(change.version()))
					? write(change.after(old, this.wallMillis, version(change.stamp()))) : new Answer.NotDone();
		}
		return Answer.read(old);
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
