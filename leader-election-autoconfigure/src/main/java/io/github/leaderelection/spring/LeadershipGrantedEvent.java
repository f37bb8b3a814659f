package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * This node was granted leadership. Published after the elector answers that it leads.
 *
 * @param group the group
 * @param node this node
 * @param term the term in which leadership was won
 * @param fencingToken the token of the leadership, larger than that of every earlier one
 * @param at when this node told of it, by its wall clock
 */
public record LeadershipGrantedEvent(String group, NodeId node, long term, long fencingToken, Instant at) {
}
