package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import javax.sql.DataSource;

import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.github.leaderelection.spi.LeaseStore.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Runs requests, each with its deadline. At most two run at a time, so that the store
 * never exhausts the application's pool. A few additional threads replace those that wait
 * for a connection beyond the deadline of their request. A login may hang for ever.
 *
 * <p>
 * A late request keeps its connection, because a new login burdens a busy database most.
 * The connection of a write is aborted if it hangs for twice its deadline. That of a read
 * is aborted only if it blocks another request. At most one connection is aborted within
 * the time limit of a request.
 */
final class RequestThreads implements AutoCloseable {

	private static final int MOST = 2;

	/** The maximum number of stuck threads that are replaced. */
	private static final int MOST_STUCK = 8;

	private static final long IDLE_SECONDS = 30;

	private final Set<Task> pending = ConcurrentHashMap.newKeySet();

	private final ThreadFactory threads = threads();

	private final ThreadPoolExecutor workers = new ThreadPoolExecutor(MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(), this.threads);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, this.threads);

	private final SessionState.PoolDefaults pool = new SessionState.PoolDefaults();

	private final AtomicLong aborted = new AtomicLong();

	/**
	 * The earliest {@link System#nanoTime()} at which the next connection may be aborted.
	 */
	private volatile long nextAbortNanos = System.nanoTime();

	private final ReentrantLock lock = new ReentrantLock();

	private final Connections connections;

	/** The number of stuck threads; guarded by the lock. */
	private int stuck;

	RequestThreads(DataSource dataSource) {
		this.connections = new Connections(dataSource);
		this.workers.allowCoreThreadTimeOut(true);
		this.timer.setRemoveOnCancelPolicy(true);
	}

	static ThreadFactory threads() {
		return new StoreThreads("jdbc", RequestThreads.class);
	}

	CompletableFuture<Answer> run(PendingRequest.Work work, PendingRequest.Access access, Duration deadline) {
		PendingRequest request = new PendingRequest(this.connections, this.pool, work, access);
		Task task = new Task(request, deadline.toNanos());
		this.pending.add(task);
		try {
			task.end = this.timer.schedule(task::expire, task.nanos, TimeUnit.NANOSECONDS);
			this.workers.execute(task);
		}
		catch (RejectedExecutionException ex) {
			task.close();
		}
		return request.answer();
	}

	/** The number of connections aborted so far. */
	long aborted() {
		return this.aborted.get();
	}

	/**
	 * Aborts a hanging request after another found no thread. Runs on the timer's thread.
	 */
	private void makeRoom() {
		boolean isMade = this.nextAbortNanos - System.nanoTime() > 0;
		for (Iterator<Task> each = this.pending.iterator(); !isMade && each.hasNext();) {
			isMade = each.next().giveWay();
		}
	}

	/** Counts a stuck thread, which may never return, or one that returned in the end. */
	private void resize(int change) {
		this.lock.lock();
		try {
			this.stuck += change;
			int size = MOST + Math.min(this.stuck, MOST_STUCK);
			this.workers.setCorePoolSize(Math.min(size, this.workers.getMaximumPoolSize()));
			this.workers.setMaximumPoolSize(size);
			this.workers.setCorePoolSize(size);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.workers.shutdown();
		this.timer.shutdownNow();
		this.pending.forEach(Task::close);
	}

	/**
	 * Borrows connections from the application's pool, and keeps the problem of the last
	 * attempt. A pool may report that long after the request was given up. Safe for use
	 * from any thread.
	 */
	static final class Connections {

		private final DataSource dataSource;

		private volatile @Nullable String problem;

		Connections(DataSource dataSource) {
			this.dataSource = dataSource;
		}

		Connection borrow() throws SQLException {
			try {
				Connection borrowed = this.dataSource.getConnection();
				this.problem = null;
				return borrowed;
			}
			catch (SQLException | RuntimeException ex) {
				this.problem = SqlProblem.text(ex);
				throw ex;
			}
		}

		/**
		 * The problem of the last attempt, null after a success or without an attempt.
		 */
		@Nullable String problem() {
			return this.problem;
		}

		/** Removes an unusable connection from the pool. */
		void drop(Connection broken) {
			BrokenConnections.drop(this.dataSource, broken);
		}

	}

	/**
	 * A request in the queue, or on a thread.
	 */
	private final class Task implements Runnable {

		private final PendingRequest request;

		/** Expires the request at its deadline. */
		private @Nullable Future<?> end;

		private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);

		/**
		 * Whether the request holds a connection beyond its deadline; timer's thread
		 * only.
		 */
		private boolean hangs;

		private final long nanos;

		Task(PendingRequest request, long nanos) {
			this.request = request;
			this.nanos = nanos;
		}

		@Override
		public void run() {
			this.stage.set(Stage.RUNNING);
			try {
				this.request.run();
			}
			catch (Error ex) {
				// For example an incomplete driver: the caller must get an answer.
				this.request.answer().complete(new Answer.Unknown(SqlProblem.text(ex)));
			}
			finally {
				Future<?> deadline = this.end;
				if (deadline != null) {
					deadline.cancel(false);
				}
				RequestThreads.this.pending.remove(this);
				if (this.stage.getAndSet(Stage.ENDED) == Stage.STUCK) {
					resize(-1);
				}
			}
		}

		/** Ends the request at its deadline. Runs on the timer's thread. */
		void expire() {
			boolean hadNoConnection = this.request
				.expire("No answer came within " + TimeUnit.NANOSECONDS.toMillis(this.nanos) + " ms");
			if (!hadNoConnection) {
				this.hangs = true;
				if (this.request.writes()) {
					RequestThreads.this.timer.schedule(this::abortInTurn, this.nanos, TimeUnit.NANOSECONDS);
				}
				return;
			}
			RequestThreads.this.pending.remove(this);
			if (RequestThreads.this.workers.remove(this)) {
				makeRoom();
			}
			else if (this.stage.compareAndSet(Stage.RUNNING, Stage.STUCK)) {
				resize(1);
			}
		}

		private void abortInTurn() {
			long wait = RequestThreads.this.nextAbortNanos - System.nanoTime();
			if (wait > 0) {
				RequestThreads.this.timer.schedule(this::abortInTurn, wait, TimeUnit.NANOSECONDS);
			}
			else {
				abort();
			}
		}

		/** Aborts the connection of a hanging request, and returns whether it did. */
		boolean giveWay() {
			return this.hangs && abort();
		}

		/**
		 * Aborts the connection, and returns whether the request still had one. A
		 * separate thread aborts it, because that may wait for the network.
		 */
		private boolean abort() {
			Connection connection = this.request.takeAway();
			if (connection == null) {
				return false;
			}
			RequestThreads.this.nextAbortNanos = System.nanoTime() + this.nanos;
			RequestThreads.this.aborted.incrementAndGet();
			RequestThreads.this.threads.newThread(() -> BrokenConnections.abort(connection)).start();
			return true;
		}

		void close() {
			this.request.expire("The store is closed");
			RequestThreads.this.workers.remove(this);
			RequestThreads.this.pending.remove(this);
			abort();
		}

	}

	/**
	 * Where a request is.
	 */
	private enum Stage {

		QUEUED, RUNNING, STUCK, ENDED

	}

}
