package io.github.leaderelection.internal.store.etcd;

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
import io.github.leaderelection.internal.store.lease.ClusterWatches;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches all records of a cluster. After a break the watch begins at the present
 * revision, and all listeners read the record. So it never asks for revisions that etcd
 * has dropped. Only the timer's thread uses its state, unless noted otherwise.
 */
final class ClusterWatch implements ClusterWatches.ClusterWatch {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long LEAST_PAUSE_MILLIS = 200;

	private static final long MOST_PAUSE_MILLIS = 5000;

	private static final long PING_SECONDS = 10;

	/** A watch that is silent for this long is broken: a ping is due each ten seconds. */
	private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

	private final EtcdConnection connection;

	private final ByteSequence prefix;

	private final Consumer<@Nullable WatchEvent> changes;

	private final ScheduledExecutorService timer;

	private volatile @Nullable Stream stream;

	private volatile boolean isClosed;

	private long pauseMillis = LEAST_PAUSE_MILLIS;

	private volatile boolean isOpen;

	/**
	 * Opens a watch.
	 * @param changes receives each change, and null after a break, in which changes may
	 * have been missed
	 */
	ClusterWatch(EtcdConnection connection, ByteSequence prefix, Consumer<@Nullable WatchEvent> changes,
			ScheduledExecutorService timer) {
		this.connection = connection;
		this.prefix = prefix;
		this.changes = changes;
		this.timer = timer;
		timer.execute(this::open);
		// Each ping is a task of its own: a failed one does not end the schedule.
		timer.scheduleWithFixedDelay(() -> timer.execute(this::ping), PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
	}

	/** May be called on any thread. */
	@Override
	public boolean isOpen() {
		return this.isOpen;
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
			this.isOpen = true;
			this.pauseMillis = LEAST_PAUSE_MILLIS;
			this.changes.accept(null);
		}
		response.getEvents().forEach(this.changes);
	}

	private void broke(Stream broken, @Nullable Throwable why) {
		if (this.stream != broken) {
			return;
		}
		this.stream = null;
		this.isOpen = false;
		logger.debug("The watch of leases in etcd is opened again: {}", (why != null) ? why.toString() : "it ended");
		// Scheduled before any call that may fail, or the watch would stay closed.
		this.timer.schedule(this::open, this.pauseMillis, TimeUnit.MILLISECONDS);
		this.pauseMillis = Math.min(2 * this.pauseMillis, MOST_PAUSE_MILLIS);
		broken.end();
		this.connection.failed(broken.client);
	}

	/** May be called on any thread. */
	@Override
	public void close() {
		this.isClosed = true;
		this.isOpen = false;
		Stream open = this.stream;
		if (open != null) {
			open.end();
		}
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
			ClusterWatch.this.timer.execute(() -> heard(this, response));
		}

		@Override
		public void onError(Throwable failure) {
			ClusterWatch.this.timer.execute(() -> broke(this, failure));
		}

		@Override
		public void onCompleted() {
			ClusterWatch.this.timer.execute(() -> broke(this, null));
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
