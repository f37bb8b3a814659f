package io.github.leaderelection.internal.assignment.runtime;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;

/**
 * The assignments of a group as the configuration has them.
 *
 * @param leaseNanos how long an answer of the leader lasts at most
 * @param waitNanos how long a leader waits for a silent worker, at least the lease
 * @param held whether pings are requests that the leader holds
 * @param drainNanos how long listeners and work of a partition may take, by assignment
 */
public record AssignmentPlan(long leaseNanos, long waitNanos, boolean held, List<Declared> declared,
		Map<String, Long> drainNanos) {

	long drainNanosOf(String assignment) {
		return this.drainNanos.getOrDefault(assignment, this.leaseNanos);
	}

}
