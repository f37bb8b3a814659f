package io.github.leaderelection.internal.lease;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * The leadership of this node: granted, and never extended once its lease ended.
 *
 * @param record the record as this node wrote it last
 * @param lease until when it leads
 * @param refused whether the store refused the last renewal, which a read has yet to
 * confirm
 * @param drain how it is being given up, null while it is not
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
	 * How a leadership is given up.
	 *
	 * @param requests who asked, and is answered at the end
	 * @param target who is to lead next, null for anybody
	 * @param untilNanos until when running work is awaited
	 */
	record Drain(RevocationReason reason, List<Long> requests, @Nullable NodeId target, long untilNanos) {
	}

}
