package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One node at a store.
 *
 * @param store the store
 * @param key the record
 */
record Asking(KubernetesLeaseStore store, Key key) implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	static final long LEASE = Duration.ofMillis(9500).toNanos();

	static final Key KEY = new Key("orders", "default");

	static final String NAME = "leader-election.orders.default";

	static Asking at(StrictApiServer server) {
		return new Asking(new KubernetesLeaseStore(server.config(), "shop", "leader-election", false), KEY);
	}

	Asking of(String group) {
		return new Asking(this.store, new Key(this.key.cluster(), group));
	}

	Answer ask(Request request) {
		return ask(request, PATIENCE);
	}

	Answer ask(Request request, Duration deadline) {
		try {
			return this.store.ask(request, deadline)
				.toCompletableFuture()
				.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	LeaseRecord done(Request request) {
		Answer answer = ask(request);
		assertThat(answer).as(request.toString()).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	Answer read() {
		return ask(new Request.Read(this.key));
	}

	Request.Create create() {
		return new Request.Create(this.key, LEASE, 1, true, random());
	}

	Request.Take take(String version) {
		return new Request.Take(this.key, version, NodeId.of("node-a"), 1, random(), "http://a:8080", LEASE, 1,
				random());
	}

	Request.Renew renew(String version) {
		return new Request.Renew(this.key, version, LEASE, random());
	}

	Request.Release release(String version) {
		return new Request.Release(this.key, version, NodeId.of("node-b"), 1000, random());
	}

	LeaseRecord held() {
		return done(take(done(create()).version()));
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
