package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * A scheduled leader-only method was due, and this node knows that no node ran it.
 * Published on the thread of the schedule, on each node that knows.
 *
 * @param group the group whose leader runs the method
 * @param node this node
 * @param method the method
 * @param reason {@link NotLeaderException.Reason#NO_LEADER} if nobody led, or
 * {@link NotLeaderException.Reason#DRAINING} if this node was giving up its leadership
 * @param at when this node published the event, by its wall clock
 */
public record ScheduledRunMissedEvent(String group, NodeId node, String method, NotLeaderException.Reason reason,
		Instant at) {
}
