package io.github.leaderelection.assignments;

import java.util.List;
import java.util.Optional;

/**
 * The partitions of one assignment as this instance owns them. A bean of this type exists
 * for each assignment, qualified by its name. For any thread; each answer is that of the
 * clocks at the call.
 */
public interface AssignedPartitions {

	/**
	 * The assignment's name.
	 * @return as in {@code leader-election.assignments}
	 */
	String assignment();

	/**
	 * What this instance owns.
	 * @return in the order of the partitions, also those that drain
	 */
	List<AssignedPartition> owned();

	/**
	 * A partition, if this instance owns it.
	 * @param partition its name
	 * @return empty if it is not owned here
	 */
	Optional<AssignedPartition> owned(String partition);

	/**
	 * Whether this instance owns a partition.
	 * @param partition its name
	 * @return false also if there is no such partition
	 */
	boolean owns(String partition);

	/**
	 * Whether this instance owns the partition of a key. At no instant do two instances
	 * own a key, even while the number of partitions changes.
	 * @param key any text
	 * @return false also if partitions are named
	 */
	boolean ownsKey(String key);

	/**
	 * The partition of a key: the 64-bit FNV-1a hash of its UTF-8 bytes, modulo the
	 * number of partitions by which the leader divides, or by which this instance would.
	 * @param key any text
	 * @return its name
	 * @throws IllegalStateException if the partitions are named
	 */
	String partitionOf(String key);

	/**
	 * Runs a task while this instance owns a partition. Before the partition goes to
	 * another instance, the task is awaited for at most the drain timeout.
	 * @param partition its name
	 * @param task runs on the calling thread
	 * @return false if the partition is not owned here or is to be given back; then the
	 * task does not run
	 */
	boolean runIfOwned(String partition, Runnable task);

	/**
	 * Gives a partition back after its work has ended; another instance gets it.
	 * @param partition its name; nothing happens if it is not owned here
	 */
	void release(String partition);

}
