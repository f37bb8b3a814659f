package io.github.leaderelection.assignments;

import java.time.Instant;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Published on the instance that owns a partition from now on.
 *
 * @param assignment the assignment
 * @param partition the partition's name
 * @param token the fencing token of the ownership
 * @param node the id of this instance
 * @param at when it began, by the wall clock
 */
public record AssignmentGrantedEvent(String assignment, String partition, LeaderSequenceNumber token, String node,
		Instant at) {
}
