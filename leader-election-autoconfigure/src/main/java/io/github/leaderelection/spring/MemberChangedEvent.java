package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;

/**
 * Another member is in another state, whichever: published with each
 * {@link MemberUpEvent}, {@link MemberSuspectedEvent} and {@link MemberDownEvent}, after
 * it.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param state its state, never {@link MemberState#UNKNOWN}
 * @param at when this node told of it, by its wall clock
 */
public record MemberChangedEvent(String group, NodeId node, NodeId member, MemberState state, Instant at) {
}
