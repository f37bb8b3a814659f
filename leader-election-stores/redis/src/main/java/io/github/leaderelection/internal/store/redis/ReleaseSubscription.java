package io.github.leaderelection.internal.store.redis;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.LeaseListeners;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Watch;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribes to releases, on one connection for all records. Without it nodes see a
 * release at their next read. A cluster passes published messages on to all its servers.
 */
final class ReleaseSubscription implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** The interval of checks of the connection: a dead network reports nothing. */
	private static final Duration CARE = Duration.ofSeconds(3);

	private static final int CARES_PER_PING = 4;

	private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

	private final AtomicReference<@Nullable StatefulRedisPubSubConnection<String, String>> open = new AtomicReference<>();

	private final AtomicBoolean isCaredFor = new AtomicBoolean();

	private final AtomicBoolean isUnderWay = new AtomicBoolean();

	private final AtomicBoolean isTold = new AtomicBoolean();

	private final RedisClients clients;

	private final ScheduledExecutorService connecting;

	/** Listeners by channel; a channel stays after its last listener. */
	private final Map<String, LeaseListeners> listeners = new ConcurrentHashMap<>();

	/** The number of checks; used by one thread at a time. */
	private int cares;

	private volatile boolean isClosed;

	ReleaseSubscription(RedisClients clients, ScheduledExecutorService connecting) {
		this.clients = clients;
		this.connecting = connecting;
	}

	Watch watch(String channel, Consumer<@Nullable LeaseRecord> listener) {
		LeaseListeners of = this.listeners.computeIfAbsent(channel, (absent) -> new LeaseListeners());
		of.add(listener);
		if (this.isCaredFor.compareAndSet(false, true)) {
			this.connecting.scheduleWithFixedDelay(this::care, 0, CARE.toNanos(), TimeUnit.NANOSECONDS);
		}
		else {
			this.connecting.execute(this::care);
		}
		return () -> of.remove(listener);
	}

	boolean isSubscribed() {
		StatefulRedisPubSubConnection<String, String> connection = this.open.get();
		return connection != null && connection.isOpen() && !this.confirmed.isEmpty()
				&& this.confirmed.containsAll(this.listeners.keySet());
	}

	private void care() {
		if (this.isClosed || !this.isUnderWay.compareAndSet(false, true)) {
			return;
		}
		try {
			StatefulRedisPubSubConnection<String, String> connection = this.open.get();
			if (connection == null || !connection.isOpen()) {
				this.confirmed.clear();
				connection = this.clients.connectPubSub();
				connection.addListener(new Told());
				this.open.set(connection);
			}
			Set<String> missing = new HashSet<>(this.listeners.keySet());
			missing.removeAll(this.confirmed);
			if (!missing.isEmpty()) {
				connection.sync().subscribe(missing.toArray(String[]::new));
			}
			this.cares++;
			if (this.cares % CARES_PER_PING == 0) {
				connection.sync().ping();
			}
		}
		catch (RuntimeException | Error ex) {
			drop(ex);
		}
		finally {
			this.isUnderWay.set(false);
		}
	}

	private void drop(Throwable why) {
		this.confirmed.clear();
		StatefulRedisPubSubConnection<String, String> unsound = this.open.getAndSet(null);
		if (unsound != null) {
			unsound.closeAsync();
		}
		tell(why);
	}

	private void tell(Throwable why) {
		if (!this.isClosed && this.isTold.compareAndSet(false, true)) {
			logger.warn("Redis does not tell of released leases: {}. Nodes see them at their next read",
					RedisProblem.text(why));
		}
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.confirmed.clear();
		StatefulRedisPubSubConnection<String, String> last = this.open.getAndSet(null);
		if (last != null) {
			last.close();
		}
	}

	/**
	 * Receives the messages of Redis.
	 */
	private final class Told extends RedisPubSubAdapter<String, String> {

		@Override
		public void subscribed(String channel, long count) {
			ReleaseSubscription.this.confirmed.add(channel);
		}

		@Override
		public void message(String channel, String message) {
			LeaseListeners of = ReleaseSubscription.this.listeners.get(channel);
			if (of != null) {
				of.tell(null);
			}
		}

	}

}
