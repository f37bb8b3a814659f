package io.github.leaderelection.internal.protocol;

import java.util.List;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * The outcome of a step.
 *
 * @param effects what to do, in this order
 */
public record Step<S, M extends ElectionMessage>(S state, List<Effect<M>> effects) {
}
