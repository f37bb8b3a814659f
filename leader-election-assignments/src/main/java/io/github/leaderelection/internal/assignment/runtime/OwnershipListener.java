package io.github.leaderelection.internal.assignment.runtime;

import io.github.leaderelection.assignments.OwnershipEnd;

/**
 * Hears of ownerships, in order for each partition, on any thread. Never blocks.
 */
public interface OwnershipListener {

	/** It began: call {@link Ownership#accepted()} or {@link Ownership#failed()}. */
	void begun(Ownership ownership);

	/** It drains: call {@link Ownership#drainHeard()}. */
	void draining(Ownership ownership);

	/** It has ended. */
	void ended(Ownership ownership, OwnershipEnd why);

}
