package io.github.leaderelection.internal.store.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

/**
 * A store whose requests reach the server, and to which no answer comes back. What it
 * reads to know what to write comes before the first loss.
 *
 * @param store the store
 * @param relay the network between it and its server
 * @param isReady whether all has been said that is to be answered before a record that is
 * there is changed
 */
public record AnswerlessStore(LeaseStore store, Relay relay, BooleanSupplier isReady) implements LeaseStore {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!this.relay.losesAnswers()) {
			this.store.ask(new Request.Read(request.key()), PATIENCE).toCompletableFuture().join();
			if (!(request instanceof Request.Create)) {
				Awaitility.await().atMost(PATIENCE).until(this.isReady::getAsBoolean);
			}
			this.relay.lose(false, true);
		}
		return this.store.ask(request, deadline);
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
