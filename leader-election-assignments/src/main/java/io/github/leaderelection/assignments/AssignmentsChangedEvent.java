package io.github.leaderelection.assignments;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Published on the leader when nothing moves any more.
 *
 * @param group the group whose leader plans
 * @param assignment the assignment
 * @param owners the partitions of each instance that owns any, by its id
 * @param at when the plan was carried out, by the wall clock
 */
public record AssignmentsChangedEvent(String group, String assignment, Map<String, List<String>> owners, Instant at) {
}
