package io.github.leaderelection.simulator.explorer.next;

import io.github.leaderelection.simulator.explorer.node.Action;

/**
 * An action in a state: one thing that may happen next.
 *
 * @param node to which node, -1 for all
 * @param crash 0, or amid it the node crashes: 1 before its ballot is saved, 2 after
 */
public record Transition(Action action, int node, int argument, int crash) {
}
