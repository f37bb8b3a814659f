package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * A quorum misses another member, the leader among it; with the election {@code emergent}
 * the member was removed. Published on every node that hears the leader, and on none of a
 * minority.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param observers how many members miss it, 0 where it was removed
 * @param at when this node told of it, by its wall clock
 */
public record MemberDownEvent(String group, NodeId node, NodeId member, int observers, Instant at) {
}
