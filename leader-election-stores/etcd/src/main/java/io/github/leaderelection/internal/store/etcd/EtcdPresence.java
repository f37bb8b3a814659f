package io.github.leaderelection.internal.store.etcd;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.PutOption;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.grpc.Context;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows operators who is there, and wakes the others when this process is gone: a key for
 * each record, on a lease of etcd that this process keeps alive. It decides nothing, so
 * whatever fails is tried again later. Its own state is for the timer's thread alone,
 * where nothing else is said.
 */
final class EtcdPresence implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long DEADLINE_SECONDS = 4;

	/**
	 * With the signs of life of the watch and a read each second, below 75 requests a
	 * minute.
	 */
	private static final long REFRESH_MILLIS = 7500;

	/** One refresh may fail, and the next may take its deadline. */
	private static final long LIVES_SECONDS = 20;

	private static final long PARTING_MILLIS = 500;

	/** The write of a next leader need not wait for one that only tidies up. */
	private static final long HIDES_AFTER_MILLIS = 100;

	private final String process = UUID.randomUUID().toString();

	private final Map<Key, ByteSequence> wanted = new ConcurrentHashMap<>();

	private final Set<Key> shown = new HashSet<>();

	private final EtcdConnection connection;

	private final EtcdKeys keys;

	private final ScheduledExecutorService timer;

	private boolean isBusy;

	private boolean isScheduled;

	private volatile long lease;

	EtcdPresence(EtcdConnection connection, EtcdKeys keys, ScheduledExecutorService timer) {
		this.connection = connection;
		this.keys = keys;
		this.timer = timer;
	}

	/** How its keys name this process. On any thread. */
	String process() {
		return this.process;
	}

	/** On any thread. */
	void show(Key key, @Nullable NodeId node) {
		this.wanted.putIfAbsent(key, this.keys.present(key, this.process, node));
	}

	/** On any thread. Whatever is still shown when the store is closed ends with it. */
	void hide(Key key) {
		ByteSequence present = this.wanted.remove(key);
		if (present == null) {
			return;
		}
		try {
			this.timer.schedule(() -> {
				if (!present.equals(this.wanted.get(key)) && this.shown.remove(key)) {
					delete(present);
				}
			}, HIDES_AFTER_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			// the store is closed
		}
	}

	private void delete(ByteSequence present) {
		within(() -> this.connection.client().getKVClient().delete(present));
	}

	/** Whatever was hidden meanwhile is not to stay. */
	private void shown(Key key, ByteSequence present) {
		if (present.equals(this.wanted.get(key))) {
			this.shown.add(key);
		}
		else {
			delete(present);
		}
	}

	/** A server answers: be seen there. */
	void refresh() {
		if (!this.isScheduled) {
			this.isScheduled = true;
			// Each by itself: one that fails does not end the others.
			this.timer.scheduleWithFixedDelay(() -> later(this::step), REFRESH_MILLIS, REFRESH_MILLIS,
					TimeUnit.MILLISECONDS);
		}
		step();
	}

	private void step() {
		Map<Key, ByteSequence> missing = new HashMap<>(this.wanted);
		missing.keySet().removeAll(this.shown);
		if (this.isBusy || (this.lease == 0 && missing.isEmpty())) {
			return;
		}
		this.isBusy = true;
		within(() -> refreshed(missing.values())).whenComplete((done, failure) -> later(() -> {
			this.isBusy = false;
			if (failure != null) {
				logger.debug("The presence in etcd was not refreshed: {}", EtcdProblem.text(failure));
				this.lease = 0;
				this.shown.clear();
			}
			else {
				missing.forEach(this::shown);
			}
		}));
	}

	private CompletableFuture<?> refreshed(Collection<ByteSequence> missing) {
		Client client = this.connection.client();
		return missing.isEmpty() ? client.getLeaseClient().keepAliveOnce(this.lease) : shown(client, missing);
	}

	private CompletableFuture<?> shown(Client client, Collection<ByteSequence> missing) {
		CompletableFuture<Long> known = (this.lease != 0) ? CompletableFuture.completedFuture(this.lease)
				: client.getLeaseClient().grant(LIVES_SECONDS).thenApply((granted) -> granted.getID());
		return known.thenCompose((id) -> {
			this.lease = id;
			PutOption onLease = PutOption.builder().withLeaseId(id).build();
			return CompletableFuture.allOf(missing.stream()
				.map((present) -> client.getKVClient()
					.put(present, EtcdKeys.bytes(ManagementFactory.getRuntimeMXBean().getName()), onLease))
				.toArray(CompletableFuture[]::new));
		});
	}

	/** What is sent ends with its deadline. */
	private static CompletableFuture<?> within(Supplier<CompletableFuture<?>> sent) {
		Context.CancellableContext context = Context.ROOT.withCancellation();
		Context former = context.attach();
		try {
			return sent.get()
				.orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS)
				.whenComplete((done, failure) -> context.cancel(null));
		}
		catch (RuntimeException | Error ex) {
			// as where a class is missing: what waits for an end would wait for ever
			context.cancel(null);
			return CompletableFuture.failedFuture(ex);
		}
		finally {
			context.detach(former);
		}
	}

	private void later(Runnable task) {
		try {
			this.timer.execute(task);
		}
		catch (RejectedExecutionException ex) {
			// the store is closed
		}
	}

	/** On any thread. Waits for a moment, so that nobody sees this process for longer. */
	@Override
	public void close() {
		long held = this.lease;
		if (held == 0) {
			return;
		}
		try {
			within(() -> this.connection.client().getLeaseClient().revoke(held)).get(PARTING_MILLIS,
					TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.debug("The presence in etcd ends by itself: {}", EtcdProblem.text(ex));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
