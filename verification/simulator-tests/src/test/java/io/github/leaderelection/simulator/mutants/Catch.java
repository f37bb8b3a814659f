package io.github.leaderelection.simulator.mutants;

/**
 * A broken promise, in types that every class loader shares.
 *
 * @param foundBy the scenario or the seed
 * @param promise the promise that was broken
 * @param what what was seen
 */
public record Catch(String foundBy, String promise, String what) {
}
