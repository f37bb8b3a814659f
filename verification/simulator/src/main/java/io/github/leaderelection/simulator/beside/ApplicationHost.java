package io.github.leaderelection.simulator.beside;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.environment.NodeClock;

/**
 * One start of an application, as what runs it sees it.
 */
public interface ApplicationHost {

	/** The id of its node, which others may have too. */
	String worker();

	/** Its clocks. */
	NodeClock clock();

	/** Its elector. */
	LeaderElector elector();

	/** How long it stands still, in nanoseconds, before what it does now leaves it. */
	long ahead();

	/** Whether it has not ended. */
	boolean isThere();

	/** Whether a node runs in it. */
	boolean isRunning();

	/** Whether somebody could ask it at this instant. */
	boolean canAnswer();

	/** Does something in it, once it does not stand still; never if it has ended. */
	void in(Runnable task);

}
