package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The leader that this node knows has changed. Published on every node.
 *
 * @param group the group
 * @param node this node
 * @param leader the present leader, or null if none is known
 * @param term the term of the leader, or that of the previous leader if none is known
 * @param fencingToken the token of its leadership, or that of the previous leadership if
 * none is known; 0 if this node knows the leader only from other members
 * @param at when this node published the event, by its wall clock
 */
public record LeaderChangedEvent(String group, NodeId node, @Nullable NodeId leader, long term, long fencingToken,
		Instant at) {
}
