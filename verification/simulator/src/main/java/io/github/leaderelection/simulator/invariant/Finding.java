package io.github.leaderelection.simulator.invariant;

/**
 * A broken promise.
 */
public record Finding(long atNanos, String rule, String description) {
}
