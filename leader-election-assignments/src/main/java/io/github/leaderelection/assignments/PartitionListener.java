package io.github.leaderelection.assignments;

/**
 * Hears of the partitions of this instance. All beans of this type are told. Calls for
 * one partition come in order and one at a time, those of different partitions side by
 * side.
 */
public interface PartitionListener {

	/**
	 * The assignment whose partitions are told.
	 * @return its name; empty, the default, for all
	 */
	default String assignment() {
		return "";
	}

	/**
	 * This instance owns a partition. If this method throws, or does not return within
	 * the drain timeout, the partition goes to another instance, and is refused here for
	 * a second, then for longer.
	 * @param partition the partition
	 */
	default void onAssigned(AssignedPartition partition) {
	}

	/**
	 * A partition is to be given back. It is still owned until all listeners have
	 * returned and its work has ended, for at most the drain timeout.
	 * @param partition the partition
	 */
	default void onRevoking(AssignedPartition partition) {
	}

	/**
	 * This instance owns a partition no more.
	 * @param partition the partition
	 * @param why why not
	 */
	default void onRevoked(AssignedPartition partition, OwnershipEnd why) {
	}

}
