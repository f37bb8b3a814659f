package io.github.leaderelection.internal.nomination;

import java.util.Set;
import java.util.function.Function;

import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * How a nomination is found and what it is made of.
 *
 * @param messages the sealed type of the messages
 * @param states the record type of the state
 * @param carry wraps a message of the underlying election
 * @param options the names of the settings that this election alone reads
 */
public record NominationHeader<S, M>(String name, Class<M> messages, Class<S> states, Function<QuorumMessage, M> carry,
		Set<String> options, Set<Trait> traits) {
}
