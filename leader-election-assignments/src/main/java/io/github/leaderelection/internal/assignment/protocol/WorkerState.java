package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * What a start of a worker knows.
 *
 * @param token the highest fencing token of which it knows a leadership, 0 for none
 * @param version the newest list that it applied under that token, 0 for none
 * @param sent the newest pings under that token
 * @param lease until when it owns, null before the first answer
 * @param owned in the order of the partitions
 * @param ended the highest tokens that ended or were refused here, as long as an answer
 * may still name them
 * @param unasked a ping that said an end and is not answered yet, 0 for none
 * @param ends whether the next ping says an end
 * @param waits whether a change waits for that answer
 */
public record WorkerState(long token, long version, long sequence, List<SentPing> sent, @Nullable Lease lease,
		List<Owned> owned, List<Ended> ended, List<Refusal> refusals, List<AssignmentMessage.Division> divisions,
		boolean asListed, boolean stopping, long pingAtNanos, long unasked, boolean ends, boolean waits) {

	static final WorkerState INITIAL = new WorkerState(0, 0, 0, List.of(), null, List.of(), List.of(), List.of(),
			List.of(), false, false, 0, 0, false, false);

	/** Whether it owns anything at all at a time. */
	public boolean owns(Now now) {
		return this.lease != null && this.lease.valid(now) && !this.owned.isEmpty();
	}

	/**
	 * A ping and the clocks before it was made.
	 */
	public record SentPing(long sequence, Now at) {
	}

	/**
	 * An ownership that ended here, or did not begin.
	 *
	 * @param sequence of the newest ping before the end
	 */
	public record Ended(Partition partition, LeaderSequenceNumber token, long sequence) {
	}

	/**
	 * A partition that does not begin here now.
	 *
	 * @param outlived whether work of its former ownership still runs
	 */
	public record Refusal(Partition partition, long backoffNanos, long untilNanos, boolean outlived) {

		public boolean active(Now now) {
			return this.outlived || !now.reached(this.untilNanos);
		}

	}

}
