package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * This node became leader. Published when the elector already answers that it leads.
 *
 * @param group the group
 * @param node this node
 * @param term the term in which leadership was won
 * @param fencingToken the token of the leadership, higher than those of all earlier
 * leaderships
 * @param at when this node published the event, by its wall clock
 */
public record LeadershipGrantedEvent(String group, NodeId node, long term, long fencingToken, Instant at) {
}
