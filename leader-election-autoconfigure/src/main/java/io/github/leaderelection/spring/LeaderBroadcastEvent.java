package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.NodeId;

/**
 * A leader, possibly this node, sent a text to all its followers. Published on every node
 * that receives it. Only the newest text is published, so some may be skipped.
 *
 * @param group the group
 * @param node this node
 * @param leader the leader that sent the text
 * @param fencingToken of the leadership under which the text was sent
 * @param number the number of the text under this leadership, from 1
 * @param text at most {@value LeaderBroadcast#MAX_LENGTH} characters
 * @param at when this node published the event, by its wall clock
 */
public record LeaderBroadcastEvent(String group, NodeId node, NodeId leader, long fencingToken, long number,
		String text, Instant at) {
}
