package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;

/**
 * Another member came or went, as this node sees it: with the election {@code emergent}
 * it joined or was removed, else its link opened or ended.
 *
 * @param group the group
 * @param node this node
 * @param member the member
 * @param state UP for one that came, DOWN for one that went
 * @param at when this node told of it, by its wall clock
 */
public record MemberChangedEvent(String group, NodeId node, NodeId member, MemberState state, Instant at) {
}
