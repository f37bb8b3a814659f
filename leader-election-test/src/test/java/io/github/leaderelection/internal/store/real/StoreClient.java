package io.github.leaderelection.internal.store.real;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

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
 * @param key the record
 */
public record StoreClient(LeaseStore store, Key key) implements AutoCloseable {

	public static final Key KEY = new Key("orders", "default");

	public static final NodeId NODE = NodeId.of("node-a");

	public static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final long LEASE_NANOS = Duration.ofMillis(9500).toNanos();

	public StoreClient(LeaseStore store) {
		this(store, KEY);
	}

	/** The same node at the lease of another group. */
	public StoreClient of(String group) {
		return new StoreClient(this.store, new Key(this.key.cluster(), group));
	}

	public Answer ask(Request request) {
		return ask(request, PATIENCE);
	}

	public Answer ask(Request request, Duration deadline) {
		try {
			return this.store.ask(request, deadline)
				.toCompletableFuture()
				.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new AssertionError("There is no answer to " + request, ex);
		}
	}

	/** The record that a write leaves. */
	public LeaseRecord done(Request request) {
		Answer answer = ask(request);
		assertThat(answer).as("the answer to %s", request).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	public Answer read() {
		return ask(new Request.Read(this.key));
	}

	/** Waits until the server answers again. */
	public void awaitAnswer() {
		Awaitility.await().atMost(PATIENCE).until(() -> !(read() instanceof Answer.Unknown));
	}

	/** The record as it is. */
	public LeaseRecord present() {
		Answer answer = read();
		return (answer instanceof Answer.Free free) ? free.record() : ((Answer.Held) answer).record();
	}

	public LeaseRecord created() {
		return done(create());
	}

	public LeaseRecord held() {
		return done(take(created().version()));
	}

	public Request.Create create() {
		return new Request.Create(this.key, LEASE_NANOS, 1, true, random());
	}

	public Request.Take take(String version) {
		return new Request.Take(this.key, version, NODE, 1, random(), "http://a:8080", LEASE_NANOS, 1, random());
	}

	public Request.Renew renew(String version) {
		return new Request.Renew(this.key, version, LEASE_NANOS, random());
	}

	public Request.Release release(String version) {
		return new Request.Release(this.key, version, NodeId.of("node-b"), 1000, random());
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
