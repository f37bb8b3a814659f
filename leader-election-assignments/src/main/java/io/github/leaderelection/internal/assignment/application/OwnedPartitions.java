package io.github.leaderelection.internal.assignment.application;

import java.util.List;
import java.util.Optional;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;

/**
 * The partitions of one assignment as this instance owns them.
 */
public final class OwnedPartitions implements AssignedPartitions {

	private final String assignment;

	/** As configured here, 0 for named ones. */
	private final int division;

	private final OwnershipPublisher publisher;

	private final PartitionListeners listeners;

	public OwnedPartitions(String assignment, int division, OwnershipPublisher publisher,
			PartitionListeners listeners) {
		this.assignment = assignment;
		this.division = division;
		this.publisher = publisher;
		this.listeners = listeners;
	}

	@Override
	public String assignment() {
		return this.assignment;
	}

	@Override
	public List<AssignedPartition> owned() {
		return this.publisher.owned(this.assignment).stream().map(this.listeners::partition).toList();
	}

	@Override
	public Optional<AssignedPartition> owned(String partition) {
		return Optional.ofNullable(this.publisher.owned(this.assignment, partition)).map(this.listeners::partition);
	}

	@Override
	public boolean owns(String partition) {
		return this.publisher.owned(this.assignment, partition) != null;
	}

	@Override
	public boolean ownsKey(String key) {
		return this.publisher.ofKey(this.assignment, key) != null;
	}

	@Override
	public String partitionOf(String key) {
		int told = this.publisher.division(this.assignment);
		int count = (told >= 0) ? told : this.division;
		if (count == 0) {
			throw new IllegalStateException("The partitions of '" + this.assignment
					+ "' have names of their own, so no key belongs to one: set leader-election.assignments."
					+ this.assignment + ".partitions to a number");
		}
		return OwnershipPublisher.partitionOf(key, count);
	}

	@Override
	public boolean runIfOwned(String partition, Runnable task) {
		Ownership ownership = this.publisher.owned(this.assignment, partition);
		if (ownership == null || !ownership.enter()) {
			return false;
		}
		try {
			task.run();
		}
		finally {
			ownership.leave();
		}
		return true;
	}

	@Override
	public void release(String partition) {
		Ownership ownership = this.publisher.owned(this.assignment, partition);
		if (ownership != null) {
			this.publisher.tell(new AssignmentEvent.Released(ownership.partition()));
		}
	}

	/** An ownership as the application sees it. */
	public AssignedPartition partition(Ownership ownership) {
		return this.listeners.partition(ownership);
	}

	/** The ownerships, for work that is to be admitted. */
	public List<Ownership> ownerships() {
		return this.publisher.owned(this.assignment);
	}

}
