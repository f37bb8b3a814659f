package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.NodeId;

/**
 * A leader, perhaps this node, said something to all that follow it. Published on every
 * node that hears it; only the newest is told of, so some may be skipped.
 *
 * @param group the group
 * @param node this node
 * @param leader who said it
 * @param fencingToken of the leadership under which it was said
 * @param number of what was said under this leadership, from 1
 * @param text what was said, of at most {@value LeaderBroadcast#MAX_LENGTH} characters
 * @param at when this node told of it, by its wall clock
 */
public record LeaderBroadcastEvent(String group, NodeId node, NodeId leader, long fencingToken, long number,
		String text, Instant at) {
}
