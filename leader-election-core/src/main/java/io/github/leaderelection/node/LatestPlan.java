package io.github.leaderelection.node;

import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The plan of the newest start. As long as the node stays the same one, the plan does,
 * and with it the transport. Used by one thread at a time.
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
