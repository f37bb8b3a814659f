package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The leader this node knows changed. Published on every node.
 *
 * @param group the group
 * @param node this node
 * @param leader the leader now known, null when none is
 * @param term the term it leads in; that of the leader lost where none is known
 * @param fencingToken the token of its leadership; 0 where this node knows it from others
 * only; that of the leader lost where none is known
 * @param at when this node told of it, by its wall clock
 */
public record LeaderChangedEvent(String group, NodeId node, @Nullable NodeId leader, long term, long fencingToken,
		Instant at) {
}
