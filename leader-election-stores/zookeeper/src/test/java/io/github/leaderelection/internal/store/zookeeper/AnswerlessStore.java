package io.github.leaderelection.internal.store.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

/**
 * A store whose requests reach the server, and to which no answer comes back. What it
 * reads to know what to write comes before the first loss.
 */
record AnswerlessStore(LeaseStore store, Relay relay) implements LeaseStore {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!this.relay.losesAnswers()) {
			this.store.ask(new Request.Read(request.key()), PATIENCE).toCompletableFuture().join();
			Awaitility.await().until(this::isReady);
			this.relay.loseAnswers(true);
		}
		return this.store.ask(request, deadline);
	}

	/** Who stands in line has its place before it takes. */
	private boolean isReady() {
		return !(this.store instanceof StoreInLine) || this.store.tellsChanges();
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
