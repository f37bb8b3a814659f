package io.github.leaderelection.internal.store.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.github.leaderelection.internal.store.lease.UnusedKey;
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

	private static final int THREADS = 2;

	private final OpenRequests requests = new OpenRequests(RedisProblem::text);

	/** Runs what blocks until Redis is connected. */
	private final ScheduledExecutorService connecting = new StoreThreads("redis", RedisLeaseStore.class).timer(THREADS);

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
		this.clients = new RedisClients(applications);
		this.links = new RedisLinks(this.clients, this.connecting, new MemoryPolicy(this.keys)::check);
		this.releases = new ReleaseSubscription(this.clients, this.connecting);
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		boolean isOfValue = request instanceof Request.ReadValue || request instanceof Request.WriteValue;
		String key = isOfValue ? this.keys.value(request.key()) : this.keys.name(request.key());
		return this.requests.ask(deadline, new PendingRequest(request, key, this.options.within(deadline), this.links));
	}

	@Override
	public boolean keepsValues() {
		return true;
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
		Answer answer = this.requests
			.ask(FIRST_LOOK, PendingRequest.trial(key, this.options.within(FIRST_LOOK), this.links))
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
		this.connecting.shutdown();
		this.requests.close();
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
