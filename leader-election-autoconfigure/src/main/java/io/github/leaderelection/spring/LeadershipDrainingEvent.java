package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * This node is giving up its leadership gracefully. Published at most once between a
 * {@link LeadershipGrantedEvent} and its {@link LeadershipRevokedEvent}. Leadership is
 * handed on only when all listeners of this event have returned, or the drain time is
 * over: what runs while this node leads is to be stopped in them. Not published for a
 * leadership that ends without waiting.
 *
 * @param group the group
 * @param node this node
 * @param term the present term of the leadership
 * @param fencingToken the token of the leadership
 * @param at when this node published the event, by its wall clock
 */
public record LeadershipDrainingEvent(String group, NodeId node, long term, long fencingToken, Instant at) {
}
