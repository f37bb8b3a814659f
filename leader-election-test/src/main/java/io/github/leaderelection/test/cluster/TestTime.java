package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.internal.runtime.environment.NodeClock;

/**
 * The clocks of a cluster, and how they go on while a test waits.
 */
interface TestTime extends NodeClock {

	/** The time of this machine, which goes on by itself. */
	TestTime REAL = new TestTime() {
	};

	@Override
	default long monotonicNanos() {
		return System.nanoTime();
	}

	@Override
	default long wallMillis() {
		return System.currentTimeMillis();
	}

	/** Lets time pass, perhaps less. */
	default void pass(long nanos) {
		LockSupport.parkNanos(this, nanos);
	}

	/** Runs a task of the test, and what follows from it at once. */
	default void run(Runnable task) {
		task.run();
	}

	/**
	 * Waits for a condition.
	 * @return false if it does not hold in time, or the thread was interrupted
	 */
	default boolean until(BooleanSupplier condition, Duration most) {
		long deadline = monotonicNanos() + most.toNanos();
		while (!condition.getAsBoolean()) {
			if (Thread.currentThread().isInterrupted() || monotonicNanos() - deadline >= 0) {
				return false;
			}
			pass(TimeUnit.MILLISECONDS.toNanos(5));
		}
		return true;
	}

}
