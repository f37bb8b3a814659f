package io.github.leaderelection.assignments;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * A partition that this instance owns, or owned, from one beginning to its end. For any
 * thread.
 */
public interface AssignedPartition {

	/**
	 * The assignment's name.
	 * @return as in {@code leader-election.assignments}
	 */
	String assignment();

	/**
	 * The partition's name.
	 * @return such as {@code p7}, or the name that the application gave
	 */
	String name();

	/**
	 * The place of a counted partition.
	 * @return 0 or more, -1 for a partition with a name of its own
	 */
	int index();

	/**
	 * The fencing token of this ownership. Later ownerships of the same partition have
	 * higher tokens, on whichever instance.
	 * @return the token, for guards and for writes
	 */
	LeaderSequenceNumber token();

	/**
	 * Whether this instance still owns the partition, by its clocks at the call.
	 * @return false for ever once this ownership has ended
	 */
	boolean isOwned();

	/**
	 * Whether the partition is about to go to another instance. It is still owned.
	 * @return true from the request of the leader or the stop of this instance on
	 */
	boolean isDraining();

	/**
	 * Checks that this instance still owns the partition.
	 * @throws PartitionLostException if it does not
	 */
	void checkStillOwned();

	/**
	 * Runs a task once this ownership ends or is to be given back; at once if so already.
	 * @param task called once, on any thread; must not block
	 */
	void onRevocation(Runnable task);

}
