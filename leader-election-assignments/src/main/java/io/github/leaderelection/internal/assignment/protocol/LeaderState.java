package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.TreeMap;

import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What a leader knows in one leadership; nothing is carried to the next.
 *
 * @param lease its own
 * @param counter of versions and tokens
 * @param book who owns what, in the order of the partitions
 * @param free what nobody owns for certain, while the leader waits
 * @param starts the workers that it promised something
 * @param changed whether there is something to plan
 * @param waited whether the first wait is over
 */
public record LeaderState(long token, Lease lease, long grantedNanos, long counter, List<Entry> book,
		List<Partition> free, List<Start> starts, boolean changed, boolean waited) {

	static LeaderState granted(long token, Lease lease, long grantedNanos) {
		return new LeaderState(token, lease, grantedNanos, 0, List.of(), List.of(), List.of(), false, false);
	}

	LeaderState renewed(Lease longer) {
		return new LeaderState(this.token, longer, this.grantedNanos, this.counter, this.book, this.free, this.starts,
				this.changed, this.waited);
	}

	LeaderState replanned() {
		return new LeaderState(this.token, this.lease, this.grantedNanos, this.counter, this.book, this.free,
				this.starts, true, this.waited);
	}

	/**
	 * Whether the newest ping of a start was made after the list that gave a partition.
	 */
	boolean isSeen(Start start, Owned entered) {
		return entered.token().fencingToken() != this.token || start.seen() >= entered.token().counter();
	}

	/** The book by its partitions, in their order. */
	public TreeMap<Partition, Entry> byPartition() {
		return Partition.index(this.book, (each) -> each.owned().partition());
	}

	/** Whether the owner has said that it owns the partition. */
	public boolean isConfirmed(Entry entry) {
		Start start = start(entry.worker(), entry.incarnation());
		return start != null && isSeen(start, entry.owned());
	}

	/** The start of a worker, null if the leader promised it nothing. */
	public @Nullable Start start(String worker, long incarnation) {
		for (Start each : this.starts) {
			if (each.is(worker, incarnation)) {
				return each;
			}
		}
		return null;
	}

	/**
	 * An ownership.
	 *
	 * @param entered the version of the worker's list that first had it
	 */
	public record Entry(String worker, long incarnation, Owned owned, long entered) {

		/** Whether the worker claimed it, and the leader did not give it. */
		public boolean isClaim(long leader) {
			return this.owned.token().fencingToken() != leader || this.owned.token().counter() != this.entered;
		}

		public boolean isOf(Start start) {
			return start.is(this.worker, this.incarnation);
		}

	}

	/**
	 * A start of a worker: a restarted process is another worker.
	 *
	 * @param sequence of its newest ping
	 * @param seen the version that its newest ping names
	 * @param version of its list
	 * @param promiseNanos until when its partitions are given to nobody else
	 * @param request its held request, 0 for none
	 * @param heldNanos until when the request is held
	 * @param linked whether its newest ping came over a link
	 * @param leaseNanos how long it believes that answers last
	 */
	public record Start(String worker, long incarnation, long sequence, long seen, long version, long promiseNanos,
			long pingedNanos, long request, long heldNanos, boolean linked, List<AssignmentMessage.Stand> stands,
			long leaseNanos) {

		boolean is(String otherWorker, long otherIncarnation) {
			return this.incarnation == otherIncarnation && this.worker.equals(otherWorker);
		}

		/** How it stands to an assignment, null if it does not declare it. */
		public AssignmentMessage.@Nullable Stand stand(String assignment) {
			for (AssignmentMessage.Stand each : this.stands) {
				if (each.assignment().equals(assignment)) {
					return each;
				}
			}
			return null;
		}

		public int capacity(String assignment) {
			AssignmentMessage.Stand stand = stand(assignment);
			return (stand != null) ? stand.capacity() : 0;
		}

		public boolean refuses(Partition partition) {
			AssignmentMessage.Stand stand = stand(partition.assignment());
			return stand == null || stand.refused().contains(partition.name());
		}

		Start listed(long newVersion) {
			return new Start(this.worker, this.incarnation, this.sequence, this.seen, newVersion, this.promiseNanos,
					this.pingedNanos, this.request, this.heldNanos, this.linked, this.stands, this.leaseNanos);
		}

		Start holding(long newRequest, long untilNanos) {
			return new Start(this.worker, this.incarnation, this.sequence, this.seen, this.version, this.promiseNanos,
					this.pingedNanos, newRequest, untilNanos, this.linked, this.stands, this.leaseNanos);
		}

	}

}
