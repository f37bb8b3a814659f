package io.github.leaderelection.internal.nomination;

import java.util.Set;

import io.github.leaderelection.internal.algorithm.Trait;

/**
 * How a nomination is found and what it is made of.
 *
 * @param messages the sealed type of the messages
 * @param states the record type of the state
 * @param options the names of the settings that this election alone reads
 */
public record NominationHeader<S, M>(String name, Class<M> messages, Class<S> states, Set<String> options,
		Set<Trait> traits) {
}
