package io.github.leaderelection.internal.assignment.application;

import java.util.concurrent.Executor;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionLostException;
import io.github.leaderelection.internal.assignment.runtime.Ownership;

/**
 * An ownership as the application sees it.
 */
record OwnedPartition(Ownership ownership, Executor executor) implements AssignedPartition {

	@Override
	public String assignment() {
		return this.ownership.partition().assignment();
	}

	@Override
	public String name() {
		return this.ownership.partition().name();
	}

	@Override
	public int index() {
		return this.ownership.partition().index();
	}

	@Override
	public LeaderSequenceNumber token() {
		return this.ownership.token();
	}

	@Override
	public boolean isOwned() {
		return this.ownership.isValid();
	}

	@Override
	public boolean isDraining() {
		return this.ownership.isDraining();
	}

	@Override
	public void checkStillOwned() {
		if (!isOwned()) {
			throw new PartitionLostException(this);
		}
	}

	@Override
	public void onRevocation(Runnable task) {
		this.ownership.revoked().thenRunAsync(task, this.executor);
	}

	@Override
	public String toString() {
		return this.ownership.toString();
	}

}
