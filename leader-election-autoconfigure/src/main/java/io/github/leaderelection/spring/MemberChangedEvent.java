package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;

/**
 * The state of another member has changed. Published after each {@link MemberUpEvent},
 * {@link MemberSuspectedEvent} and {@link MemberDownEvent}.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param state its new state, never {@link MemberState#UNKNOWN}
 * @param at when this node published the event, by its wall clock
 */
public record MemberChangedEvent(String group, NodeId node, NodeId member, MemberState state, Instant at) {
}
