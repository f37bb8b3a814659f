package io.github.leaderelection.node;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;

/**
 * Daemon threads that ask the application for its position: one for each group at most,
 * and none while nobody asks.
 */
final class PositionThreads {

	private static final long IDLE_SECONDS = 10;

	private final ThreadPoolExecutor executor;

	PositionThreads(NodeId node, int groups) {
		String name = NodeThread.name(node, "position");
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		this.executor = new ThreadPoolExecutor(groups, groups, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (task) -> NodeThread.daemon(name, task, loader));
		this.executor.allowCoreThreadTimeOut(true);
	}

	void execute(Runnable task) {
		this.executor.execute(task);
	}

	/** Interrupts running calls; does not wait for an application that hangs. */
	void end() {
		this.executor.shutdownNow();
	}

}
