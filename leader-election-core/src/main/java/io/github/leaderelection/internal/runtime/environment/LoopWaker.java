package io.github.leaderelection.internal.runtime.environment;

/**
 * Has queued inputs handled. Called from any thread; never blocks.
 */
@FunctionalInterface
public interface LoopWaker {

	/** Called after an input was queued. */
	void wakeUp();

	/** Runs a task that queues inputs, and perhaps then the loop on the same thread. */
	default void bring(Runnable task) {
		task.run();
	}

}
