package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * The leader as this node knows it.
 *
 * @param id the leader's id
 * @param url its base URL, null if this node does not know it
 * @param term the term in which it leads
 * @param fencingToken of its leadership, 0 if this node knows the leader only from other
 * members
 * @param direct whether this node hears the leader directly
 */
public record LeaderInfo(NodeId id, @Nullable String url, long term, long fencingToken, boolean direct) {
}
