package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;

/**
 * Another member is up: linked for the first time, or heard again after it was missed.
 * With the election {@code emergent} also published when it joins.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param at when this node published the event, by its wall clock
 */
public record MemberUpEvent(String group, NodeId node, NodeId member, Instant at) {
}
