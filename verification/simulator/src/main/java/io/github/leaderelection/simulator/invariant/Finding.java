package io.github.leaderelection.simulator.invariant;

/**
 * A broken promise.
 *
 * @param atNanos when, by true time
 * @param rule which
 * @param description what happened
 */
public record Finding(long atNanos, String rule, String description) {
}
