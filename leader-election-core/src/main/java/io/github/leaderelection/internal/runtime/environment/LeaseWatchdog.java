package io.github.leaderelection.internal.runtime.environment;

/**
 * Ends leaderships whose lease ran out even when the loop hangs. Production gives it a
 * thread of its own, the simulator a virtual event.
 */
@FunctionalInterface
public interface LeaseWatchdog {

	/**
	 * Runs a check once, at a time or a little later, on a thread that is not the loop's.
	 * Does not block. What is still scheduled when the node closes may be forgotten.
	 * @param atMonotonicNanos the monotonic clock when to run it
	 * @param check the check: short, never blocks, does not throw
	 */
	void schedule(long atMonotonicNanos, Runnable check);

}
