package io.github.leaderelection.simulator.explorer;

/**
 * A broken promise.
 *
 * @param rule which
 * @param cluster the cluster in which it is broken
 * @param parent the one before
 */
record Break(String rule, int[] cluster, long parent) {
}
