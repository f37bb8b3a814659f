package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.GroupGate;

/**
 * Everything that a call of a leader-only method needs, without further look-ups.
 */
record GatedCall(GatedOperation operation, GroupGate gate, GateStatistics.Counts counts) {
}
