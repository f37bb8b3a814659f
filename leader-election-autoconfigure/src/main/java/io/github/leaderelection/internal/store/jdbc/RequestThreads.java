package io.github.leaderelection.internal.store.jdbc;

import java.time.Duration;
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

import javax.sql.DataSource;

import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.github.leaderelection.spi.LeaseStore.Answer;

/**
 * Runs requests, each with its deadline and at most two at a time, however long the
 * database takes: a store must not use up the application's pool.
 */
final class RequestThreads implements AutoCloseable {

	private static final int MOST = 2;

	private static final long IDLE_SECONDS = 30;

	private final Set<PendingRequest> pending = ConcurrentHashMap.newKeySet();

	private final ThreadFactory threads = threads();

	private final ThreadPoolExecutor workers = new ThreadPoolExecutor(MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(), this.threads);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, this.threads);

	private final SessionState.Isolation isolation = new SessionState.Isolation();

	private final DataSource dataSource;

	RequestThreads(DataSource dataSource) {
		this.dataSource = dataSource;
		this.workers.allowCoreThreadTimeOut(true);
		this.timer.setRemoveOnCancelPolicy(true);
	}

	static ThreadFactory threads() {
		return new StoreThreads("jdbc", RequestThreads.class);
	}

	CompletableFuture<Answer> run(PendingRequest.Work work, boolean writes, Duration deadline) {
		// Aborting may itself wait for the network.
		PendingRequest request = new PendingRequest(this.dataSource, this.isolation, work, writes,
				(task) -> this.threads.newThread(task).start());
		this.pending.add(request);
		try {
			Future<?> end = this.timer.schedule(() -> expire(request, deadline), deadline.toNanos(),
					TimeUnit.NANOSECONDS);
			this.workers.execute(() -> {
				try {
					request.run();
				}
				catch (Error ex) {
					// as of a driver that is not there whole: whoever waits hears of it
					request.answer().complete(new Answer.Unknown(SqlProblem.text(ex)));
				}
				finally {
					end.cancel(false);
					this.pending.remove(request);
				}
			});
		}
		catch (RejectedExecutionException ex) {
			this.pending.remove(request);
			request.expire("The store is closed");
		}
		return request.answer();
	}

	private static void expire(PendingRequest request, Duration deadline) {
		request.expire("No answer came within " + deadline.toMillis() + " ms");
	}

	@Override
	public void close() {
		this.workers.shutdown();
		this.timer.shutdownNow();
		this.pending.forEach((request) -> request.expire("The store is closed"));
	}

}
