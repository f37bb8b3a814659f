package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * A quorum that includes the leader misses another member. With the election
 * {@code emergent} the member was removed. Published on every node that hears the leader,
 * but not in a minority.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param observers the number of members that miss it; 0 if it was removed, and on a node
 * that only observes
 * @param at when this node published the event, by its wall clock
 */
public record MemberDownEvent(String group, NodeId node, NodeId member, int observers, Instant at) {
}
