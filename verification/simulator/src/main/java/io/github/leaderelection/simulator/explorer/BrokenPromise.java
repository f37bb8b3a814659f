package io.github.leaderelection.simulator.explorer;

/**
 * A broken promise.
 *
 * @param rule which
 * @param state the state in which it is broken
 * @param parent where the state before it is in the visited set
 */
record BrokenPromise(String rule, int[] state, long parent) {
}
