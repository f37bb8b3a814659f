package io.github.leaderelection.internal.trace;

import io.github.leaderelection.NodeId;

/**
 * The origin of a trace.
 *
 * @param version of this library, "unknown" if its jar does not contain it
 * @param writtenAt the node's wall clock when the trace was written, as ISO text
 */
public record Heading(String algorithm, String cluster, String group, NodeId node, String version, String writtenAt) {
}
