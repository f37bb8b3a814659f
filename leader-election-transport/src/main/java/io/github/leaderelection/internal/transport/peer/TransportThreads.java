package io.github.leaderelection.internal.transport.peer;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one start of a transport. Workers write and dial and may block; the
 * timer's thread may not. Each member occupies at most one worker, so a member that hangs
 * does not delay the others.
 */
public final class TransportThreads implements Executor {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Additional workers for unauthenticated connections. */
	private static final int SPARE = 3;

	/** Few workers, so that held requests take little of a member's CPU. */
	private static final int FOR_HELD = 2;

	private static final long IDLE_SECONDS = 10;

	/** The pause before a task that found no thread is tried again. */
	private static final long RETRY_MILLIS = 100;

	/** The time for closing the remaining connections. */
	private static final long END_MILLIS = 200;

	/** Whether the system starts no thread. Logged once, as each task is tried often. */
	private final AtomicBoolean isShort = new AtomicBoolean();

	private final ThreadPoolExecutor workers;

	private final ScheduledThreadPoolExecutor timer;

	public TransportThreads(NodeId node, int members) {
		this("leader-election-" + node + "-transport", members + SPARE);
	}

	private TransportThreads(String name, int size) {
		this.workers = new ThreadPoolExecutor(size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				named(name + '-'));
		this.workers.allowCoreThreadTimeOut(true);
		this.timer = new ScheduledThreadPoolExecutor(1, named(name + "-timer-"));
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	/**
	 * Threads for requests that are held, so that these do not delay links with members.
	 */
	public static TransportThreads forHeld(String name) {
		return new TransportThreads("leader-election-" + name, FOR_HELD);
	}

	private static ThreadFactory named(String prefix) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, prefix + number.incrementAndGet());
			thread.setDaemon(true);
			// The caller's class loader may be unloaded later.
			thread.setContextClassLoader(TransportThreads.class.getClassLoader());
			return thread;
		};
	}

	/**
	 * Runs a task that may block. Drops it after {@link #end()}. If the system starts no
	 * thread, the task is tried again until it runs.
	 */
	@Override
	public void execute(Runnable task) {
		try {
			this.workers.execute(guarded(task));
			this.isShort.set(false);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Dropped a task: the transport has ended");
		}
		catch (Throwable ex) {
			// Without another try, code that waits for the task would wait forever.
			if (this.isShort.compareAndSet(false, true)) {
				logger.error("A task of the transport found no thread, and is tried again: look at the limits of "
						+ "threads and memory", ex);
			}
			after(RETRY_MILLIS, () -> execute(task));
		}
	}

	/**
	 * Runs a short task on the timer's thread after some milliseconds.
	 */
	public void after(long millis, Runnable task) {
		try {
			this.timer.schedule(guarded(task), millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Dropped a timer: the transport has ended");
		}
	}

	public void every(long millis, Runnable task) {
		this.timer.scheduleWithFixedDelay(guarded(task), millis, millis, TimeUnit.MILLISECONDS);
	}

	/** A failed task must not end a thread or a repeated task. */
	private static Runnable guarded(Runnable task) {
		return () -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				// Links without a timer would be worse than any failure here.
				logger.error("A task of the transport failed", ex);
			}
		};
	}

	public void endTimers() {
		this.timer.shutdownNow();
	}

	/**
	 * Ends the workers when they are idle, or after a bounded time.
	 */
	public void end() {
		this.workers.shutdown();
		try {
			if (!this.workers.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS)) {
				this.workers.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			this.workers.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

}
