package io.github.leaderelection.simulator.explorer;

/**
 * One thing that may happen.
 *
 * @param move what
 * @param node to which node, -1 for all
 * @param argument the letter, timer, term or member
 * @param crash 0, or amid it the node crashes: 1 before its ballot is saved, 2 after
 */
record Happening(Move move, int node, int argument, int crash) {
}
