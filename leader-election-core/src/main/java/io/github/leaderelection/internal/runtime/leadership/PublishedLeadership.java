package io.github.leaderelection.internal.runtime.leadership;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.environment.NodeClock;

/**
 * The leadership as readers see it: replaced at each renewal, compared by identity. Not a
 * record, for two leaderships are never equal.
 */
public final class PublishedLeadership {

	private final GrantedLeadership leadership;

	private final long term;

	private final Lease lease;

	public PublishedLeadership(GrantedLeadership leadership, long term, Lease lease) {
		this.leadership = leadership;
		this.term = term;
		this.lease = lease;
	}

	public GrantedLeadership leadership() {
		return this.leadership;
	}

	public long fencingToken() {
		return this.leadership.fencingToken();
	}

	public long term() {
		return this.term;
	}

	public Lease lease() {
		return this.lease;
	}

	/**
	 * Whether the lease is valid by the clocks now. The monotonic clock is read first, so
	 * that a pause between the two readings can only shorten the answer.
	 */
	public boolean valid() {
		return valid(this.leadership.clock().monotonicNanos());
	}

	/** Whether the lease is valid now, the monotonic clock having just been read. */
	public boolean valid(long monotonicNanos) {
		return this.leadership.seenEnded() == null
				&& (this.lease.valid(monotonicNanos, this.leadership.clock().wallMillis()) || validAtSecondLook());
	}

	/** Whether the lease is valid by these readings of the clocks. */
	public boolean valid(Now now) {
		return this.leadership.seenEnded() == null && (this.lease.valid(now) || validAtSecondLook());
	}

	/**
	 * A thread that was kept from the processor between two readings of the clocks sees
	 * the wall clock ahead as after a suspension of the machine. A true suspension is
	 * seen at the second look, too.
	 */
	private boolean validAtSecondLook() {
		NodeClock clock = this.leadership.clock();
		long monotonicNanos = clock.monotonicNanos();
		long wallMillis = clock.wallMillis();
		if (this.lease.valid(monotonicNanos, wallMillis)) {
			return true;
		}
		this.leadership.markEnded(this.lease.suspended(monotonicNanos, wallMillis) ? RevocationReason.STALLED
				: RevocationReason.LEASE_EXPIRED);
		return false;
	}

}
