package io.github.leaderelection.internal.store.jdbc.transaction;

import java.time.Duration;
import java.util.Random;

import io.github.leaderelection.internal.gate.transaction.Work;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that write one lease, without the waiting of an election.
 */
final class Leases {

	static final int LIMIT = 5;

	private static final long LEASE = Duration.ofSeconds(LIMIT).toNanos();

	private static final Duration DEADLINE = Duration.ofSeconds(30);

	private final Random random = new Random();

	private final LeaseStore store;

	private final Key key;

	Leases(LeaseStore store, Key key) {
		this.store = store;
		this.key = key;
	}

	/** Makes a node the leader, whoever led before. */
	Work taken(String node) {
		Answer answer = take(node);
		assertThat(answer).isInstanceOf(Answer.Mine.class);
		return new Work(this.key.group(), record(answer).token());
	}

	Answer take(String node) {
		Answer read = ask(new Request.Read(this.key));
		if (read instanceof Answer.Missing) {
			read = ask(new Request.Create(this.key, LEASE, 0, true, this.random.nextLong()));
		}
		return ask(new Request.Take(this.key, record(read).version(), NodeId.of(node), this.random.nextLong(),
				this.random.nextLong(), null, LEASE, 0, this.random.nextLong()));
	}

	Answer renew() {
		return ask(new Request.Renew(this.key, present().version(), LEASE, this.random.nextLong()));
	}

	Answer release() {
		return ask(new Request.Release(this.key, present().version(), null, 0, this.random.nextLong()));
	}

	private LeaseRecord present() {
		return record(ask(new Request.Read(this.key)));
	}

	private Answer ask(Request request) {
		return this.store.ask(request, DEADLINE).toCompletableFuture().join();
	}

	private static LeaseRecord record(Answer answer) {
		if (answer instanceof Answer.Mine mine) {
			return mine.record();
		}
		return (answer instanceof Answer.Held held) ? held.record() : ((Answer.Free) answer).record();
	}

}
