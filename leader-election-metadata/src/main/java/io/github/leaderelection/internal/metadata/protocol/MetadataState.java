package io.github.leaderelection.internal.metadata.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The register of a group as one node knows it.
 *
 * @param leader null while it does not lead
 */
public record MetadataState(ReplicaState replica, @Nullable LeaderState leader) {
}
