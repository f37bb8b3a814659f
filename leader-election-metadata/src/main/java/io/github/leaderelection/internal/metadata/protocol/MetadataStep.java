package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

/**
 * What a step leads to.
 *
 * @param state the state after it
 * @param effects what to do, in order
 */
public record MetadataStep(MetadataState state, List<MetadataEffect> effects) {
}
