package io.github.leaderelection.spring;

import java.time.Instant;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;

/**
 * A leadership of this node ended. Published exactly once after each
 * {@link LeadershipGrantedEvent}, when the elector no longer answers that this node leads
 * under that leadership.
 *
 * @param group the group
 * @param node this node
 * @param term the last term of the leadership
 * @param fencingToken the token of the leadership
 * @param reason why it ended
 * @param at when this node published the event, by its wall clock
 */
public record LeadershipRevokedEvent(String group, NodeId node, long term, long fencingToken, RevocationReason reason,
		Instant at) {
}
