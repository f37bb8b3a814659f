package io.github.leaderelection.internal.store.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

/**
 * A store whose connection breaks once, before the answer to its first request. From then
 * on all comes through.
 *
 * @param store hears nothing at first
 * @param isBegun whether the first request has been made
 */
public record LossyStore(AnswerlessStore store, AtomicBoolean isBegun) implements LeaseStore {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** What is lost first may answer something else that was sent just before. */
	private static final long A_MOMENT_MILLIS = 300;

	public LossyStore(AnswerlessStore store) {
		this(store, new AtomicBoolean());
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!this.isBegun.compareAndSet(false, true)) {
			return this.store.store().ask(request, deadline);
		}
		CompletionStage<Answer> answer = this.store.ask(request, deadline);
		CompletableFuture.runAsync(() -> {
			Awaitility.await().atMost(PATIENCE).until(() -> this.store.relay().answersLost() > 0);
			CompletableFuture.delayedExecutor(A_MOMENT_MILLIS, TimeUnit.MILLISECONDS).execute(this::cut);
		});
		return answer;
	}

	private void cut() {
		try {
			this.store.relay().lose(false, false);
			this.store.relay().cut();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String description() {
		return this.store.description();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
