package io.github.leaderelection.internal.store.lease;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a store, numbered. None keeps its process alive.
 */
public final class StoreThreads implements ThreadFactory {

	private final AtomicInteger number = new AtomicInteger();

	private final String store;

	private final ClassLoader loader;

	/**
	 * Creates threads.
	 * @param store the store's name in the names of its threads
	 * @param owner the store's class, whose class loader the threads use: that of the
	 * first caller may be unloaded
	 */
	public StoreThreads(String store, Class<?> owner) {
		this.store = store;
		this.loader = owner.getClassLoader();
	}

	/** Returns a timer with so many threads. Once it is shut down, it drops all tasks. */
	public ScheduledExecutorService timer(int threads) {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(threads, this,
				new ThreadPoolExecutor.DiscardPolicy());
		timer.setRemoveOnCancelPolicy(true);
		timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		return timer;
	}

	@Override
	public Thread newThread(Runnable task) {
		Thread thread = new Thread(task, "leader-election-" + this.store + "-" + this.number.incrementAndGet());
		thread.setDaemon(true);
		thread.setContextClassLoader(this.loader);
		return thread;
	}

}
