package io.github.leaderelection.simulator.beside;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.simulator.cluster.SimulatedNode;

/**
 * One start of the application on a machine.
 */
public record ApplicationStart(SimulatedNode node, LeaderElector elector) {

	/** Whether it is still there. */
	public boolean isThere() {
		return this.node.application().isOf(this.elector);
	}

	/** Does something in it, once its machine does not stand still. */
	public void in(Runnable task) {
		if (isThere()) {
			this.node.application().run(task);
		}
	}

}
