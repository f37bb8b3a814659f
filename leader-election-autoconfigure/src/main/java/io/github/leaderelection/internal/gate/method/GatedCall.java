package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.internal.gate.MethodRuns;
import io.github.leaderelection.internal.gate.skipped.DeferredCalls;
import io.github.leaderelection.internal.gate.skipped.MissedRuns;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a call of a leader-only method needs, without further look-ups.
 *
 * @param deferred keeps skipped calls, null if they are not kept
 * @param missed reports scheduled runs that no node took, null for other methods
 */
record GatedCall(GatedOperation operation, GroupGate gate, GateStatistics.Counts counts, MethodRuns runs,
		@Nullable DeferredCalls deferred, @Nullable MissedRuns missed) {
}
