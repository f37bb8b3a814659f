package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * The leader as this node knows it.
 *
 * @param id the leader's id
 * @param url its base URL, or null where the node was not told one
 * @param term the term it leads in
 * @param fencingToken of its leadership, 0 where this node knows it from others only
 * @param direct whether this node hears it itself; false for what others said
 */
public record LeaderInfo(NodeId id, @Nullable String url, long term, long fencingToken, boolean direct) {
}
