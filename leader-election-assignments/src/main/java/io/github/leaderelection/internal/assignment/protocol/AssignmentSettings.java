package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a start of a node knows of the assignments of a group.
 *
 * @param worker the id of this node
 * @param incarnation drawn anew at each start
 * @param leaseNanos how long an answer lasts at most
 * @param waitNanos how long a leader waits for a silent worker, at least the lease
 * @param drift the bound on the error of a clock's rate
 * @param held whether pings are requests that the leader holds
 */
public record AssignmentSettings(String worker, long incarnation, long leaseNanos, long waitNanos, double drift,
		boolean held, List<Declared> declared) {

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if the wait is shorter than the lease
	 */
	public AssignmentSettings {
		Partition.requireName("worker", worker);
		if (leaseNanos < 1 || waitNanos < leaseNanos) {
			throw new IllegalArgumentException("The ownership lease of " + leaseNanos + " ns and the wait of "
					+ waitNanos + " ns cannot be used: the wait is at least the lease");
		}
	}

	/**
	 * An assignment as this node declares it.
	 *
	 * @param list null until its source has answered
	 */
	public record Declared(String assignment, int capacity, @Nullable PartitionList list) {
	}

}
