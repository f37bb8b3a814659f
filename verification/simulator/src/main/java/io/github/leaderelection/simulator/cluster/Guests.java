package io.github.leaderelection.simulator.cluster;

import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;

/**
 * Brings what stands beside the elections of the first group.
 */
public interface Guests {

	/** An application begins, with this elector. */
	List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector);

	/** A process is asked to stop, which the second argument does. */
	void stop(int machine, Runnable stop);

}
