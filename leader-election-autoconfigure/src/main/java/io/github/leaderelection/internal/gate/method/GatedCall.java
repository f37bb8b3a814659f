package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.GroupGate;

/**
 * What a call of a leader-only method needs at hand.
 *
 * @param operation the method
 * @param gate the gate of its group
 * @param counts the counts of its group
 */
record GatedCall(GatedOperation operation, GroupGate gate, GateStatistics.Counts counts) {
}
