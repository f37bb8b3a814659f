package io.github.leaderelection.internal.protocol;

import java.util.List;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * The outcome of a step.
 *
 * @param <S> the algorithm's state
 * @param <M> the algorithm's messages
 * @param state the next state
 * @param effects what to do, in this order
 */
public record Step<S, M extends ElectionMessage>(S state, List<Effect<M>> effects) {
}
