package io.github.leaderelection.test.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * One node at a store: makes its requests, and says what the answer has to be.
 *
 * @param store the store
 * @param key the record
 * @param node the node
 * @param deadline of each request
 * @param slack how much later an answer may come
 */
record StoreUser(LeaseStore store, Key key, NodeId node, Duration deadline, Duration slack) {

	static final long LEASE_NANOS = Duration.ofSeconds(10).toNanos();

	StoreUser of(Key other) {
		return new StoreUser(this.store, other, this.node, this.deadline, this.slack);
	}

	StoreUser within(Duration other) {
		return new StoreUser(this.store, this.key, this.node, other, this.slack);
	}

	Request.Create create(long leastToken, boolean free) {
		return new Request.Create(this.key, LEASE_NANOS, leastToken, free, random());
	}

	Request.Take take(String version) {
		return take(version, 1);
	}

	Request.Take take(String version, long leastToken) {
		return take(version, leastToken, "https://" + this.node + ":8443/app");
	}

	Request.Take take(String version, long leastToken, @Nullable String url) {
		return new Request.Take(this.key, version, this.node, random(), random(), url, LEASE_NANOS, leastToken,
				random());
	}

	Request.Take takeFor(Duration lease, String version) {
		return new Request.Take(this.key, version, this.node, random(), random(), null, lease.toNanos(), 1, random());
	}

	Request.Renew renew(String version) {
		return renew(version, LEASE_NANOS);
	}

	Request.Renew renew(String version, long durationNanos) {
		return new Request.Renew(this.key, version, durationNanos, random());
	}

	Request.Release release(String version) {
		return release(version, null, 0);
	}

	Request.Release release(String version, @Nullable NodeId preferred, long preferredNanos) {
		return new Request.Release(this.key, version, preferred, preferredNanos, random());
	}

	private static long random() {
		return ThreadLocalRandom.current().nextLong();
	}

	CompletableFuture<Answer> start(Request request) {
		return this.store.ask(request, this.deadline).toCompletableFuture();
	}

	Answer answer(CompletableFuture<Answer> under) {
		Duration most = this.deadline.plus(this.slack);
		try {
			return under.get(most.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return fail("There is no answer after " + most + ": not even that it is unknown", ex);
		}
		catch (ExecutionException ex) {
			return fail("A request ended with an exception instead of an answer", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return fail("Interrupted", ex);
		}
	}

	Answer ask(Request request) {
		return answer(start(request));
	}

	LeaseRecord done(Request request) {
		Answer answer = ask(request);
		assertThat(answer).as("the answer to %s", request).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	Request.WriteValue write(@Nullable String version, String text) {
		return new Request.WriteValue(this.key, version, text, random());
	}

	Answer.Value written(Request.WriteValue request) {
		Answer answer = ask(request);
		assertThat(answer).as("the answer to %s", request).isInstanceOf(Answer.Value.class);
		Answer.Value value = (Answer.Value) answer;
		assertThat(value.version()).isNotNull().isNotEqualTo(request.version());
		assertThat(value.text()).isEqualTo(request.text());
		return value;
	}

	/** The value beside the record as it is. */
	Answer.Value value() {
		Answer answer = ask(new Request.ReadValue(this.key));
		assertThat(answer).as("the answer to a read of a value").isInstanceOf(Answer.Value.class);
		return (Answer.Value) answer;
	}

	/** The record as it is; null if there is none. */
	@Nullable LeaseRecord read() {
		Answer answer = ask(new Request.Read(this.key));
		if (answer instanceof Answer.Held held) {
			assertThat(held.record().free()).as("a record read as held is free").isFalse();
			return held.record();
		}
		if (answer instanceof Answer.Free free) {
			assertThat(free.record().free()).as("a record read as free is free").isTrue();
			return free.record();
		}
		assertThat(answer).as("the answer to a read").isEqualTo(new Answer.Missing());
		return null;
	}

	LeaseRecord present() {
		LeaseRecord record = read();
		assertThat(record).as("the record of %s", this.key).isNotNull();
		return (record != null) ? record : fail("missing");
	}

	/** A record that nobody holds yet, and that anybody may take. */
	LeaseRecord created() {
		return done(create(1, true));
	}

	/** A record that this node holds. */
	LeaseRecord held() {
		return done(take(created().version()));
	}

}
