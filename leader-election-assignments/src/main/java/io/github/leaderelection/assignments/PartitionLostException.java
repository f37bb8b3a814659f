package io.github.leaderelection.assignments;

/**
 * A partition is not owned by this instance any more.
 */
public class PartitionLostException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Says which partition it is.
	 * @param partition the partition as it was owned
	 */
	public PartitionLostException(AssignedPartition partition) {
		super("Partition '" + partition.name() + "' of '" + partition.assignment() + "' with token "
				+ partition.token().fencingToken() + "/" + partition.token().counter()
				+ " is not owned by this instance any more: end its work, another instance may own it");
	}

}
