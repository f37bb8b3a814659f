package io.github.leaderelection.node;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that runs tasks one at a time in order, and ends after the queued
 * ones. A task that throws ends neither the thread nor the next task.
 */
final class NodeThread implements ThreadFactory {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

	private final String name;

	private final ThreadPoolExecutor executor;

	private volatile @Nullable Thread thread;

	NodeThread(NodeId node, String role) {
		this.name = name(node, role);
		this.executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), this);
	}

	static String name(NodeId node, String role) {
		return "leader-election-" + node + "-" + role;
	}

	static Thread daemon(String name, Runnable task) {
		return daemon(name, task, Thread.currentThread().getContextClassLoader());
	}

	/** Makes a thread that inherits nothing else from the calling thread. */
	static Thread daemon(String name, Runnable task, @Nullable ClassLoader loader) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setContextClassLoader(loader);
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Starts a thread. If the system has none, another executor runs its task.
	 */
	static void startOr(Thread thread, Executor other) {
		try {
			thread.start();
		}
		catch (OutOfMemoryError ex) {
			logger.error("{} found no thread and runs on one that others wait for: look at the limits of threads and "
					+ "memory", thread.getName(), ex);
			other.execute(thread);
		}
	}

	@Override
	public Thread newThread(Runnable task) {
		Thread created = daemon(this.name, task, this.loader);
		this.thread = created;
		return created;
	}

	/** Starts the thread now: later the system may have none. */
	void prestart() {
		this.executor.prestartCoreThread();
	}

	void execute(Runnable task) {
		this.executor.execute(task);
	}

	boolean isCurrent() {
		return Thread.currentThread() == this.thread;
	}

	void endAfterTasks() {
		this.executor.shutdown();
	}

	/**
	 * Waits for the end, despite interrupts.
	 * @return false if the time ran out
	 */
	boolean awaitEnd(long nanos) {
		return Waiting.uninterruptibly(nanos,
				(remaining) -> this.executor.awaitTermination(remaining, TimeUnit.NANOSECONDS));
	}

}
