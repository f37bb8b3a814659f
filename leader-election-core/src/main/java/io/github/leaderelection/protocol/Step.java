package io.github.leaderelection.protocol;

import java.util.List;

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
