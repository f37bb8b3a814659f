package io.github.leaderelection.internal.metadata.protocol;

import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The register of a group in a store, as one node knows it.
 *
 * @param shown the newest value that was shown here
 * @param leader null while this node does not lead
 * @param requests how many requests this start has made
 * @param asked the request without an answer, 0 for none
 * @param lookNanos when to read next
 */
public record StoredState(Metadata shown, @Nullable Leading leader, long requests, long asked, long lookNanos) {

	/** The value that a leader may answer with: none while a write is under way. */
	public @Nullable Metadata readable() {
		return (this.leader != null && this.leader.isSynchronised() && this.leader.pending() == null) ? this.shown
				: null;
	}

	StoredState leading(@Nullable Leading next) {
		return new StoredState(this.shown, next, this.requests, this.asked, this.lookNanos);
	}

	StoredState showing(Metadata value) {
		return new StoredState(value, this.leader, this.requests, this.asked, this.lookNanos);
	}

	StoredState asking() {
		return new StoredState(this.shown, this.leader, this.requests + 1, this.requests + 1, this.lookNanos);
	}

	StoredState looking(long nanos) {
		return new StoredState(this.shown, this.leader, this.requests, 0, nanos);
	}

	/**
	 * One leadership.
	 *
	 * @param version of the record as it was read or written last, null for no record
	 * @param written the number of this leadership's newest write
	 * @param pending the write without an outcome, null for none
	 * @param request of the application that is pending, 0 for none
	 */
	public record Leading(long token, Lease lease, @Nullable String version, long written, @Nullable Metadata pending,
			long request, boolean isSynchronised) {

	}

}
