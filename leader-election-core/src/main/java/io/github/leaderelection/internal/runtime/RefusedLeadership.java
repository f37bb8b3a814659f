package io.github.leaderelection.internal.runtime;

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resigns a leadership that the application could not take up: a listener failed on it.
 */
final class RefusedLeadership implements Consumer<Leadership> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LeaderElector elector;

	private final Supplier<NodeId> self;

	RefusedLeadership(LeaderElector elector, Supplier<NodeId> self) {
		this.elector = elector;
		this.self = self;
	}

	@Override
	public void accept(Leadership leadership) {
		if (leadership.isValid() && !leadership.isDraining()) {
			String group = leadership.group();
			logger.warn("Group '{}': node {} resigns, for a listener failed as its leadership began, fencing token {}",
					group, this.self.get(), leadership.fencingToken());
			this.elector.resign().whenComplete((done, failure) -> {
				if (failure != null) {
					logger.info("Group '{}': there was nothing to resign any more: {}", group, failure.getMessage());
				}
			});
		}
	}

}
