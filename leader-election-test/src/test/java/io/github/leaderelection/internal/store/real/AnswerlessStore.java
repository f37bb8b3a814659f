package io.github.leaderelection.internal.store.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

/**
 * A store whose requests reach the server, and to which no answer comes back. What it
 * reads to know what to write comes before the first loss.
 *
 * @param store the store
 * @param relay the network between it and its server
 */
public record AnswerlessStore(LeaseStore store, Relay relay) implements LeaseStore {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!this.relay.losesAnswers()) {
			prepare(request);
			this.relay.lose(false, true);
		}
		return this.store.ask(request, deadline);
	}

	/** Has the store ask now what it has to know before it sends the request. */
	private void prepare(Request request) {
		this.store.ask(new Request.Read(request.key()), PATIENCE).toCompletableFuture().join();
	}

	/**
	 * Has the store send a take, and holds that on its way to the server.
	 * @param take what the store is asked
	 * @return its answer, which comes after the relay has let the take go
	 */
	public CompletableFuture<Answer> hold(Request.Take take) {
		prepare(take);
		this.relay.hold();
		CompletableFuture<Answer> answer = this.store.ask(take, PATIENCE).toCompletableFuture();
		Awaitility.await().atMost(PATIENCE).until(() -> this.relay.requestsHeld() > 0);
		return answer;
	}

	/**
	 * Lets a take go, and closes the store.
	 * @param held the answer to the take
	 * @return what the take is answered
	 */
	public Answer letGo(CompletableFuture<Answer> held) {
		this.relay.letGo();
		try (this) {
			return held.join();
		}
	}

	@Override
	public String description() {
		return this.store.description();
	}

	@Override
	public void close() {
		this.store.close();
		try {
			this.relay.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
