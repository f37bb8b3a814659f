package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * This node misses another member: it is not linked, or was silent for too long. Other
 * nodes may have another view. Also published when a quorum no longer misses the member
 * but this node still does.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param at when this node published the event, by its wall clock
 */
public record MemberSuspectedEvent(String group, NodeId node, NodeId member, Instant at) {
}
