package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the Leases of one cluster: lists them, and follows changes from the listed
 * version. Each stream ends within a minute, so that no stream stays on a dead
 * connection. Lost changes do no harm, because nodes also read.
 */
final class ClusterWatch implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	static final long LEAST_SECONDS = 45;

	private static final long MOST_SECONDS = 60;

	private static final long FIRST_PAUSE_MILLIS = 250;

	/** The limit of doublings of the pause, so that it is half a minute at most. */
	private static final int MOST_DOUBLINGS = 7;

	/** A stream that ended sooner, and showed no change, counts as failed. */
	private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** One failure is not reported: API servers are restarted at times. */
	private static final int FAILURES_TO_REPORT = 2;

	private final Set<LeaseListener> told = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean isBegun = new AtomicBoolean();

	private final AtomicInteger failures = new AtomicInteger();

	private final LeaseApi api;

	private final String cluster;

	private volatile @Nullable LeaseStream stream;

	private volatile long followedNanos;

	/** Whether the last stream ended because the server had dropped its version. */
	private volatile boolean wasGone;

	private volatile boolean isClosed;

	ClusterWatch(LeaseApi api, String cluster) {
		this.api = api;
		this.cluster = cluster;
	}

	Watch tell(Key key, String name, Consumer<@Nullable LeaseObject> listener) {
		LeaseListener one = new LeaseListener(key, name, listener);
		this.told.add(one);
		return () -> this.told.remove(one);
	}

	void begin() {
		if (this.isBegun.compareAndSet(false, true)) {
			list();
		}
	}

	boolean isStanding() {
		LeaseStream present = this.stream;
		return present != null && present.isStanding();
	}

	private void list() {
		CompletableFuture<ApiAnswer> listed;
		try {
			listed = this.api.list(this.cluster, PATIENCE);
		}
		catch (RuntimeException | Error ex) {
			again(null, ApiClient.problem(ex));
			return;
		}
		listed.whenComplete((answer, failure) -> {
			if (answer == null) {
				again(null, ApiClient.problem(failure));
			}
			else if (!answer.isGood()) {
				again(null, answer.problem());
			}
			else {
				listed(answer);
			}
		});
	}

	private void listed(ApiAnswer answer) {
		String version;
		try {
			LeaseList list = answer.as(LeaseList.class);
			tellAll(list);
			version = list.getMetadata().getResourceVersion();
		}
		catch (RuntimeException | Error ex) {
			// no list of an API server, which always has a version
			again(null, ApiClient.problem(ex));
			return;
		}
		follow(version);
	}

	/** Passes the whole list to the listeners, because changes may have been missed. */
	private void tellAll(LeaseList list) {
		Set<String> present = list.getItems()
			.stream()
			.map((lease) -> lease.getMetadata().getName())
			.collect(Collectors.toSet());
		list.getItems().forEach((lease) -> changed(lease, false));
		this.told.stream().filter((one) -> !present.contains(one.name())).forEach((one) -> one.tell(null));
	}

	private void follow(String version) {
		if (this.isClosed) {
			return;
		}
		long seconds = ThreadLocalRandom.current().nextLong(LEAST_SECONDS, MOST_SECONDS);
		LeaseStream next = new LeaseStream(this.api.client(), version, this::changed, this::ended);
		this.stream = next;
		this.followedNanos = System.nanoTime();
		CompletableFuture<HttpResponse<AsyncBody>> head;
		try {
			head = this.api.watch(this.cluster, version, seconds, next, PATIENCE);
		}
		catch (RuntimeException | Error ex) {
			head = CompletableFuture.failedFuture(ex);
		}
		next.begin(head, Duration.ofSeconds(seconds));
		if (this.isClosed) {
			next.close();
		}
	}

	private void changed(Lease lease, boolean isDeleted) {
		String name = lease.getMetadata().getName();
		this.told.stream()
			.filter((one) -> one.name().equals(name))
			.forEach((one) -> one.tell(isDeleted ? null : lease));
	}

	/**
	 * Handles the end of a stream. If it showed no change, the server may have dropped
	 * its version. A listed version is kept, and a sound stream lasts a while.
	 */
	private void ended(LeaseStream ended) {
		LeaseStream.End end = ended.end();
		boolean hasLasted = end.problem() == null && System.nanoTime() - this.followedNanos > LEAST_NANOS;
		boolean wasSound = ended.hasToldAnything() || hasLasted;
		boolean isGoneAgain = this.wasGone && !wasSound;
		this.wasGone = !end.isVersionKept();
		if (wasSound) {
			this.failures.set(0);
		}
		if (this.wasGone) {
			again(null, isGoneAgain ? end.problem() : null);
		}
		else if (end.problem() != null) {
			again(ended.version(), end.problem());
		}
		else if (ended.hasToldAnything()) {
			follow(ended.version());
		}
		else {
			again(null, hasLasted ? null : "It ends each watch at once");
		}
	}

	private void again(@Nullable String version, @Nullable String problem) {
		if (this.isClosed) {
			return;
		}
		int failed = (problem != null) ? this.failures.incrementAndGet() : 1;
		if (problem != null && failed == FAILURES_TO_REPORT) {
			logger.warn("The API server does not tell changes of Leases: {}. Nodes see them at their next read",
					problem);
		}
		long pause = FIRST_PAUSE_MILLIS << Math.min(failed - 1, MOST_DOUBLINGS);
		this.api.client().later(() -> {
			if (version != null) {
				follow(version);
			}
			else {
				list();
			}
		}, ThreadLocalRandom.current().nextLong(pause / 2, pause));
	}

	@Override
	public void close() {
		this.isClosed = true;
		LeaseStream present = this.stream;
		if (present != null) {
			present.close();
		}
	}

}
