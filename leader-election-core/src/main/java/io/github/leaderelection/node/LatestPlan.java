package io.github.leaderelection.node;

import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The plan of the newest start. The plan, and with it the transport, stays while the
 * node's identity does. Used by one thread at a time.
 */
final class LatestPlan implements Supplier<NodePlan> {

	private final ElectionNodeBuilder builder;

	private final Predicate<ElectionNodeBuilder> atStart;

	private @Nullable NodePlan plan;

	LatestPlan(ElectionNodeBuilder builder, Predicate<ElectionNodeBuilder> atStart) {
		this.builder = builder;
		this.atStart = atStart;
	}

	@Override
	public NodePlan get() {
		if (this.atStart.test(this.builder)) {
			this.plan = null;
		}
		NodePlan present = this.plan;
		if (present == null) {
			present = this.builder.plan();
			this.plan = present;
		}
		return present;
	}

}
