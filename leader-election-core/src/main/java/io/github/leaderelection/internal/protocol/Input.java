package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * All that a step may know. A trace is a list of these.
 *
 * @param <M> the algorithm's messages
 * @param event what happened
 * @param now the clocks when it is handled
 * @param entropy fresh randomness
 */
public record Input<M extends ElectionMessage>(Event<M> event, Now now, long entropy) {
}
