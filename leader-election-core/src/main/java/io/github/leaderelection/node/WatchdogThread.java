package io.github.leaderelection.node;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.environment.LeaseWatchdog;

/**
 * Looks after leases on a thread of its own.
 */
final class WatchdogThread implements LeaseWatchdog {

	private final ScheduledThreadPoolExecutor executor;

	WatchdogThread(NodeId node) {
		String name = NodeThread.name(node, "watchdog");
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> NodeThread.daemon(name, task));
	}

	/** Starts the thread now: later the system may have none. */
	void prestart() {
		this.executor.prestartCoreThread();
	}

	@Override
	public void schedule(long atMonotonicNanos, Runnable check) {
		this.executor.schedule(check, atMonotonicNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	/** Ends the thread and forgets scheduled checks. */
	void end() {
		this.executor.shutdownNow();
	}

}
