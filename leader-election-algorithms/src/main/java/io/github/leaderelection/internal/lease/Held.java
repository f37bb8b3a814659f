package io.github.leaderelection.internal.lease;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * The granted leadership of this node. It is never extended once its lease has ended.
 *
 * @param record the record as this node wrote it last
 * @param lease the lease, at whose end the leadership ends
 * @param refused whether the store refused the last renewal; a read has yet to confirm it
 * @param drain the drain, null while the leadership is not being given up
 */
record Held(LeaseRecord record, Lease lease, boolean refused, @Nullable Drain drain) {

	Held renewed(LeaseRecord written, Lease longer) {
		return new Held(written, (longer.endNanos() - this.lease.endNanos() > 0) ? longer : this.lease, false,
				this.drain);
	}

	Held seenAt(LeaseRecord shown) {
		return new Held(shown, this.lease, false, this.drain);
	}

	Held withRefusal() {
		return new Held(this.record, this.lease, true, this.drain);
	}

	Held draining(Drain how) {
		return new Held(this.record, this.lease, this.refused, how);
	}

	/**
	 * The drain of a leadership that is given up.
	 *
	 * @param requests the numbers of the requests that are answered at the end
	 * @param target the node to lead next, null for any node
	 * @param untilNanos the monotonic clock until which running work is awaited
	 */
	record Drain(RevocationReason reason, List<Long> requests, @Nullable NodeId target, long untilNanos) {
	}

}
