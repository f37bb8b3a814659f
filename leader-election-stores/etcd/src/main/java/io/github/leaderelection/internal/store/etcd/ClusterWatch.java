package io.github.leaderelection.internal.store.etcd;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.LeaseListeners;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches all records of a cluster. After a break the watch begins at the present
 * revision, and all listeners read the record. So it never asks for revisions that etcd
 * has dropped. Only the timer's thread uses its state, unless noted otherwise.
 */
final class ClusterWatch implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long LEAST_PAUSE_MILLIS = 200;

	private static final long MOST_PAUSE_MILLIS = 5000;

	private static final long PING_SECONDS = 10;

	/** A watch that is silent for this long is broken: a ping is due each ten seconds. */
	private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

	private final Map<String, Group> groups = new ConcurrentHashMap<>();

	private final EtcdConnection connection;

	private final ByteSequence prefix;

	private final LeaseTransactions transactions;

	private final ScheduledExecutorService timer;

	private volatile @Nullable Stream stream;

	private volatile boolean isClosed;

	private long pauseMillis = LEAST_PAUSE_MILLIS;

	private volatile boolean stands;

	ClusterWatch(EtcdConnection connection, ByteSequence prefix, LeaseTransactions transactions,
			ScheduledExecutorService timer) {
		this.connection = connection;
		this.prefix = prefix;
		this.transactions = transactions;
		this.timer = timer;
	}

	/** May be called on any thread. */
	void start() {
		later(this::open);
		try {
			// Each ping is a task of its own: a failed one does not end the schedule.
			this.timer.scheduleWithFixedDelay(() -> later(this::ping), PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
		}
		catch (RejectedExecutionException ex) {
			// the store is closed
		}
	}

	/** May be called on any thread. */
	void add(Key key, Consumer<@Nullable LeaseRecord> listener) {
		this.groups.computeIfAbsent(EtcdKeys.group(key), (absent) -> new Group(key, new LeaseListeners()))
			.listeners()
			.add(listener);
	}

	/** May be called on any thread. */
	void remove(Key key, Consumer<@Nullable LeaseRecord> listener) {
		Group group = this.groups.get(EtcdKeys.group(key));
		if (group != null) {
			group.listeners().remove(listener);
		}
	}

	/** May be called on any thread. */
	boolean stands() {
		return this.stands;
	}

	private void later(Runnable task) {
		try {
			this.timer.execute(task);
		}
		catch (RejectedExecutionException ex) {
			// the store is closed
		}
	}

	private void open() {
		Stream next = new Stream(this.connection.client());
		this.stream = next;
		try {
			WatchOption option = WatchOption.builder()
				.isPrefix(true)
				.withRequireLeader(true)
				.withProgressNotify(true)
				.withCreateNotify(true)
				.build();
			next.watcher = next.client.getWatchClient().watch(this.prefix, option, next);
		}
		catch (RuntimeException ex) {
			broke(next, ex);
		}
		if (this.isClosed) {
			next.end();
		}
	}

	private void ping() {
		Stream open = this.stream;
		if (open == null) {
			return;
		}
		if (System.nanoTime() - open.heardNanos > SILENCE_NANOS) {
			broke(open, new IllegalStateException("etcd has been silent"));
			return;
		}
		Watch.Watcher watcher = open.watcher;
		if (watcher == null) {
			return;
		}
		try {
			watcher.requestProgress();
		}
		catch (RuntimeException ex) {
			broke(open, ex);
		}
	}

	private void heard(Stream from, WatchResponse response) {
		if (this.stream != from || this.isClosed) {
			return;
		}
		from.heardNanos = System.nanoTime();
		this.connection.answered(from.client);
		if (response.isCreatedNotify()) {
			this.stands = true;
			this.pauseMillis = LEAST_PAUSE_MILLIS;
			this.groups.values().forEach((group) -> group.listeners().tell(null));
		}
		response.getEvents().forEach(this::changed);
	}

	private void changed(WatchEvent event) {
		Group group = this.groups.get(EtcdKeys.below(this.prefix, event.getKeyValue().getKey()));
		if (group != null) {
			boolean isGone = event.getEventType() == WatchEvent.EventType.DELETE;
			group.listeners().tell(isGone ? null : record(group.key(), event));
		}
	}

	private @Nullable LeaseRecord record(Key key, WatchEvent event) {
		try {
			StoredLease told = StoredLease.of(event.getKeyValue());
			this.transactions.told(key, told);
			return told.found().told();
		}
		catch (IllegalArgumentException ex) {
			// the next read reports it
			return null;
		}
	}

	private void broke(Stream broken, @Nullable Throwable why) {
		if (this.stream != broken) {
			return;
		}
		this.stream = null;
		this.stands = false;
		logger.debug("The watch of leases in etcd is opened again: {}", (why != null) ? why.toString() : "it ended");
		// Scheduled before any call that may fail, or the watch would stay closed.
		try {
			this.timer.schedule(this::open, this.pauseMillis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			// the store is closed
		}
		this.pauseMillis = Math.min(2 * this.pauseMillis, MOST_PAUSE_MILLIS);
		broken.end();
		this.connection.failed(broken.client);
	}

	/** May be called on any thread. */
	@Override
	public void close() {
		this.isClosed = true;
		this.stands = false;
		Stream open = this.stream;
		if (open != null) {
			open.end();
		}
	}

	/**
	 * A record that has listeners.
	 */
	private record Group(Key key, LeaseListeners listeners) {
	}

	/**
	 * One watch stream of etcd, until it breaks.
	 */
	private final class Stream implements Watch.Listener {

		private final Client client;

		private volatile Watch.@Nullable Watcher watcher;

		private long heardNanos = System.nanoTime();

		Stream(Client client) {
			this.client = client;
		}

		@Override
		public void onNext(WatchResponse response) {
			later(() -> heard(this, response));
		}

		@Override
		public void onError(Throwable failure) {
			later(() -> broke(this, failure));
		}

		@Override
		public void onCompleted() {
			later(() -> broke(this, null));
		}

		void end() {
			Watch.Watcher open = this.watcher;
			if (open == null) {
				return;
			}
			try {
				open.close();
			}
			catch (RuntimeException ex) {
				logger.debug("A broken watch of etcd was not closed", ex);
			}
		}

	}

}
