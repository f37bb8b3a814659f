package io.github.leaderelection.probe;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.probe.EventFile.Kind;

/**
 * Writes down what a listener hears of the partitions of an assignment, and when.
 */
final class HeardPartitions implements PartitionListener {

	private final String assignment;

	private final EventFile file;

	HeardPartitions(String assignment, EventFile file) {
		this.assignment = assignment;
		this.file = file;
	}

	@Override
	public String assignment() {
		return this.assignment;
	}

	@Override
	public void onAssigned(AssignedPartition partition) {
		this.file.add(Kind.PARTITION_BEGAN, partition.index());
	}

	@Override
	public void onRevoking(AssignedPartition partition) {
		this.file.add(Kind.PARTITION_DRAINED, partition.index());
	}

	@Override
	public void onRevoked(AssignedPartition partition, OwnershipEnd why) {
		boolean given = why == OwnershipEnd.MOVED || why == OwnershipEnd.STOPPED;
		this.file.add(given ? Kind.PARTITION_GIVEN : Kind.PARTITION_LOST, partition.index());
	}

}
