package io.github.leaderelection.internal.store.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests about one record, and what is to be answered.
 *
 * @param key the record
 */
record LeaseRequests(Key key) {

	static final LeaseKeys KEYS = new LeaseKeys(RedisOfATest.options().keyPrefix());

	static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final long LEASE = Duration.ofSeconds(10).toNanos();

	private static final NodeId NODE = NodeId.of("node-a");

	/** About a record that no other test has. */
	static LeaseRequests ofItsOwn() {
		return new LeaseRequests(new Key("of-a-test-" + UUID.randomUUID(), "default"));
	}

	/** A server knows the scripts that it ran. */
	static void letTheServerKnowTheScripts(LeaseStore store) throws Exception {
		LeaseRequests requests = ofItsOwn();
		LeaseRecord held = requests.held(store);
		requests.done(store, requests.release(requests.done(store, requests.renew(held.version())).version()));
		assertThat(requests.read(store)).isInstanceOf(Answer.Free.class);
	}

	Request.Create create() {
		return new Request.Create(this.key, LEASE, 1, true, random());
	}

	Request.Take take(String version) {
		return new Request.Take(this.key, version, NODE, 1, random(), null, LEASE, 1, random());
	}

	Request.Renew renew(String version) {
		return new Request.Renew(this.key, version, LEASE, random());
	}

	Request.Release release(String version) {
		return new Request.Release(this.key, version, null, 0, random());
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong();
	}

	static Answer ask(LeaseStore store, Request request, Duration deadline) throws Exception {
		return store.ask(request, deadline).toCompletableFuture().get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	Answer read(LeaseStore store) throws Exception {
		return ask(store, new Request.Read(this.key), PATIENCE);
	}

	LeaseRecord present(LeaseStore store) throws Exception {
		Answer answer = read(store);
		return (answer instanceof Answer.Free free) ? free.record() : ((Answer.Held) answer).record();
	}

	LeaseRecord done(LeaseStore store, Request request) throws Exception {
		Answer answer = ask(store, request, PATIENCE);
		assertThat(answer).as("the answer to %s", request).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	LeaseRecord created(LeaseStore store) throws Exception {
		return done(store, create());
	}

	LeaseRecord held(LeaseStore store) throws Exception {
		return done(store, take(created(store).version()));
	}

}
