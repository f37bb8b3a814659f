package io.github.leaderelection.internal.observer;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two threads of one start of an observer: one handles the reports of the link, the
 * other calls listeners. Safe for use from any thread.
 */
final class ObserverThreads {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long IDLE_SECONDS = 10;

	/** A listener that blocks must not keep the application from stopping. */
	private static final long END_MILLIS = 1000;

	private final ScheduledThreadPoolExecutor observer;

	private final ThreadPoolExecutor listeners;

	private volatile @Nullable Thread listening;

	ObserverThreads(NodeId node) {
		String name = "leader-election-" + node;
		this.observer = new ScheduledThreadPoolExecutor(1, (task) -> daemon(task, name + "-observer"));
		this.observer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		ThreadFactory factory = (task) -> {
			Thread thread = daemon(task, name + "-listeners");
			this.listening = thread;
			return thread;
		};
		this.listeners = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				factory);
		this.listeners.allowCoreThreadTimeOut(true);
	}

	private static Thread daemon(Runnable task, String name) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		return thread;
	}

	/** Runs a short task. Drops it after the end. */
	void execute(Runnable task) {
		try {
			this.observer.execute(guarded(task));
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Dropped a task: the observer has ended");
		}
	}

	void after(Duration delay, Runnable task) {
		try {
			this.observer.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Dropped a timer: the observer has ended");
		}
	}

	void every(Duration pause, Runnable task) {
		this.observer.scheduleWithFixedDelay(guarded(task), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
	}

	/** Runs a task that calls listeners. */
	void listen(Runnable task) {
		this.listeners.execute(task);
	}

	/** A failed task must not end a repeated one. */
	private static Runnable guarded(Runnable task) {
		return () -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				logger.error("A task of the observer failed", ex);
			}
		};
	}

	/** Ends after the queued tasks, or after a bounded time. */
	void end() {
		boolean interrupted = Thread.interrupted();
		this.observer.shutdown();
		try {
			this.observer.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
			this.listeners.shutdown();
			if (Thread.currentThread() != this.listening) {
				this.listeners.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
			}
		}
		catch (InterruptedException ex) {
			interrupted = true;
			this.listeners.shutdown();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
