package io.github.leaderelection.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * The checked settings and parts from which a node starts.
 *
 * @param id the node
 * @param groups the groups, in the order in which they were named
 * @param urls returns a member's URL, null while it is not known
 * @param transport carries messages
 * @param stateDirectory where ballots are kept, null for memory
 * @param drainTimeout how long running work is awaited
 */
record NodePlan(NodeId id, List<NodeGroup> groups, Function<NodeId, @Nullable String> urls, PeerTransport transport,
		@Nullable Path stateDirectory, Duration drainTimeout) {
}
