package io.github.leaderelection.internal.store.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.UnusedKey;
import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Keeps each lease in a hash of Redis that never expires, with a script for each kind of
 * request. The store has its own connections, because those of an application repeat
 * commands after a reconnect. It does not contact Redis before the first request.
 */
public final class RedisLeaseStore implements LeaseStore {

	private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

	private static final long MOST_CLOSE_MILLIS = 500;

	private static final int MOST_THREADS = 2;

	private static final long IDLE_SECONDS = 30;

	private final Set<PendingRequest> pending = ConcurrentHashMap.newKeySet();

	private final ThreadFactory threads = new StoreThreads("redis", RedisLeaseStore.class);

	private final ThreadPoolExecutor connecting = new ThreadPoolExecutor(MOST_THREADS, MOST_THREADS, IDLE_SECONDS,
			TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this.threads);

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, this.threads);

	private final RedisLeaseOptions options;

	private final LeaseKeys keys;

	private final RedisClients clients;

	private final RedisLinks links;

	private final ReleaseSubscription releases;

	/**
	 * Creates a store.
	 * @param applications gives addresses and credentials; its connections are not used
	 */
	public RedisLeaseStore(LettuceConnectionFactory applications, RedisLeaseOptions options) {
		this.options = options;
		this.keys = new LeaseKeys(options.keyPrefix());
		this.connecting.allowCoreThreadTimeOut(true);
		this.timer.setRemoveOnCancelPolicy(true);
		this.clients = new RedisClients(applications);
		this.links = new RedisLinks(this.clients, this.connecting, new MemoryPolicy(this.keys)::check);
		this.releases = new ReleaseSubscription(this.clients, this.connecting, this.timer);
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		return started(
				new PendingRequest(request, this.keys.name(request.key()), this.options.within(deadline), this.links),
				deadline)
			.copy();
	}

	private CompletableFuture<Answer> started(PendingRequest asked, Duration deadline) {
		CompletableFuture<Answer> answer = asked.answer();
		this.pending.add(asked);
		try {
			Future<?> end = this.timer.schedule(() -> asked.expire(deadline), deadline.toNanos(), TimeUnit.NANOSECONDS);
			answer.whenComplete((known, failure) -> {
				end.cancel(false);
				this.pending.remove(asked);
			});
			asked.start();
		}
		catch (RejectedExecutionException ex) {
			this.pending.remove(asked);
			asked.end();
		}
		return answer;
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.releases.watch(this.keys.name(key), listener);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return this.releases.isSubscribed();
	}

	/**
	 * {@inheritDoc} Tries the commands of all scripts without a change.
	 */
	@Override
	public void check() {
		String key = this.keys.name(UnusedKey.KEY);
		Answer answer = started(PendingRequest.trial(key, this.options.within(FIRST_LOOK), this.links), FIRST_LOOK)
			.join();
		if (answer instanceof Answer.Unknown unknown && RedisProblem.isMissingRight(unknown.reason())) {
			throw new InvalidElectionConfigurationException("leader-election.store", "redis",
					description() + " refuses what a lease needs (" + unknown.reason() + ")",
					"Set spring.data.redis.username and spring.data.redis.password as in Redis, and give that user the"
							+ " rights that docs/stores/redis.md lists, on the keys and channels '" + this.keys.prefix()
							+ "*'");
		}
	}

	@Override
	public String description() {
		return this.clients.place() + ", keys " + this.keys.prefix() + "{cluster/group}";
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		this.connecting.shutdown();
		this.pending.forEach(PendingRequest::end);
		this.releases.close();
		this.links.close();
		awaitConnecting();
		this.clients.close();
	}

	/** Waits briefly: a client that is closed while it connects logs a failure. */
	private void awaitConnecting() {
		try {
			if (!this.connecting.awaitTermination(MOST_CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
				this.connecting.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
