package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * All that a step may know. A trace is a list of these.
 */
public record Input<M extends ElectionMessage>(Event<M> event, Now now, long entropy) {
}
