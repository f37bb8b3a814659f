package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One node at one lease, which asks a store for it.
 *
 * @param store the store
 * @param node the node
 */
record LeaseUser(LeaseStore store, NodeId node) implements AutoCloseable {

	static final Key KEY = new Key("orders", "default");

	static final LeaseNodes NODES = LeaseNodes.of("/leases", KEY);

	static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final long LEASE_NANOS = Duration.ofSeconds(10).toNanos();

	LeaseUser(LeaseStore store, String node) {
		this(store, NodeId.of(node));
	}

	/** Has changes told. */
	LeaseUser waiting() {
		this.store.watch(KEY, (record) -> {
		});
		return this;
	}

	Answer ask(Request request) {
		return ask(request, PATIENCE);
	}

	Answer ask(Request request, Duration deadline) {
		try {
			return this.store.ask(request, deadline)
				.toCompletableFuture()
				.get(PATIENCE.toSeconds() + 5, TimeUnit.SECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new AssertionError("There is no answer to " + request, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError("Interrupted", ex);
		}
	}

	LeaseRecord done(Request request) {
		Answer answer = ask(request);
		assertThat(answer).as("the answer to %s", request).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	Answer read() {
		return ask(new Request.Read(KEY));
	}

	/** Waits until the server answers again. */
	void awaitAnswer() {
		Awaitility.await().atMost(PATIENCE).until(() -> !(read() instanceof Answer.Unknown));
	}

	/** The record as it is. */
	LeaseRecord present() {
		Answer answer = read();
		if (answer instanceof Answer.Free free) {
			return free.record();
		}
		assertThat(answer).isInstanceOf(Answer.Held.class);
		return ((Answer.Held) answer).record();
	}

	LeaseRecord created() {
		return done(create());
	}

	LeaseRecord held() {
		return done(take(created().version()));
	}

	static Request.Create create() {
		return new Request.Create(KEY, LEASE_NANOS, 1, true, random());
	}

	Request.Take take(String version) {
		return new Request.Take(KEY, version, this.node, 1, random(), null, LEASE_NANOS, 1, random());
	}

	static Request.Renew renew(String version) {
		return new Request.Renew(KEY, version, LEASE_NANOS, random());
	}

	static Request.Release release(String version) {
		return new Request.Release(KEY, version, null, 0, random());
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
