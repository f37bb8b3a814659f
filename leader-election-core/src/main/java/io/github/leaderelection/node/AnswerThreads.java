package io.github.leaderelection.node;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.environment.LeaseWatchdog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers callers on threads that are not the node's. An answer that finds no thread is
 * tried again: its caller would wait for ever. Such a task may run twice. Safe for use
 * from any thread.
 */
final class AnswerThreads implements Executor {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

	private final Executor threads;

	private final LeaseWatchdog timer;

	private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

	/**
	 * Whether a lack of threads was logged: only once, for each answer is tried often.
	 */
	private final AtomicBoolean isShort = new AtomicBoolean();

	/**
	 * Answers nobody yet.
	 * @param threads run the answers
	 * @param timer schedules another try of an answer
	 */
	AnswerThreads(Executor threads, LeaseWatchdog timer) {
		this.threads = threads;
		this.timer = timer;
	}

	@Override
	public void execute(Runnable answer) {
		if (isTaken(answer)) {
			return;
		}
		this.waiting.add(answer);
		try {
			retryLater(answer);
		}
		catch (RejectedExecutionException ex) {
			// The node has ended: nothing is left that an answer could hold up.
			if (this.waiting.remove(answer)) {
				answer.run();
			}
		}
	}

	private void retryLater(Runnable answer) {
		this.timer.schedule(System.nanoTime() + RETRY_NANOS, () -> retry(answer));
	}

	private void retry(Runnable answer) {
		if (this.waiting.contains(answer)) {
			if (isTaken(answer)) {
				this.waiting.remove(answer);
			}
			else {
				retryLater(answer);
			}
		}
	}

	private boolean isTaken(Runnable answer) {
		try {
			this.threads.execute(answer);
			this.isShort.set(false);
			return true;
		}
		catch (Throwable ex) {
			// No failure may end the thread that answers.
			if (this.isShort.compareAndSet(false, true)) {
				logger
					.error("The answer to a caller found no thread, and is tried again: look at the limits of threads "
							+ "and memory", ex);
			}
			return false;
		}
	}

	/** Passes the waiting answers to another executor, and tries none again. */
	void end(Executor other) {
		for (Runnable answer : this.waiting) {
			if (this.waiting.remove(answer)) {
				other.execute(answer);
			}
		}
	}

}
