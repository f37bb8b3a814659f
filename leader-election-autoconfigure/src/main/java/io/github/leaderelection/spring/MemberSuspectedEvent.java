package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * This node misses another member: no link leads to it, or it was silent for too long.
 * That is this node's own view; others may see it otherwise. Also published where a
 * quorum no longer misses a member and this node still does.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param at when this node told of it, by its wall clock
 */
public record MemberSuspectedEvent(String group, NodeId node, NodeId member, Instant at) {
}
