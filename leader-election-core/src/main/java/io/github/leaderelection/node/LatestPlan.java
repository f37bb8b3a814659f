package io.github.leaderelection.node;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The plan of the newest builder. The same builder gives the same plan, and with it the
 * same transport. Used by one thread at a time.
 */
final class LatestPlan implements Supplier<NodePlan> {

	private final Supplier<ElectionNodeBuilder> builders;

	private @Nullable ElectionNodeBuilder newest;

	private @Nullable NodePlan plan;

	LatestPlan(Supplier<ElectionNodeBuilder> builders) {
		this.builders = builders;
	}

	@Override
	public NodePlan get() {
		ElectionNodeBuilder now = this.builders.get();
		NodePlan present = this.plan;
		if (present == null || now != this.newest) {
			present = now.plan();
			this.newest = now;
			this.plan = present;
		}
		return present;
	}

}
