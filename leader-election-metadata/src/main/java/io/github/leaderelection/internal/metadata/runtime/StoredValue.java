package io.github.leaderelection.internal.metadata.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.StoreAnswer;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * A value that a store keeps beside the leases of its groups. For any thread.
 */
public final class StoredValue {

	private static final int MOST_OF_A_REASON = 1000;

	private final LeaseStore store;

	private final LeaseStore.Key key;

	private final Consumer<Metadata> check;

	/** As that of the lease's requests. */
	private final Duration deadline;

	/** Why the newest request has no answer, null if it has; for any thread. */
	private volatile @Nullable String unanswered;

	/**
	 * Names the value.
	 * @param suffix tells it from other values of the group: empty, or {@code /} and a
	 * name, which no group of an application has
	 * @param check refuses what no node wrote by an {@link IllegalArgumentException}
	 */
	public StoredValue(LeaseStore store, ElectionSettings settings, String suffix, Consumer<Metadata> check) {
		this.store = store;
		this.key = new LeaseStore.Key(settings.cluster(), settings.group() + suffix);
		this.check = check;
		this.deadline = Duration.ofNanos(settings.heartbeatNanos() * 4 / 5);
	}

	/**
	 * Asks the store. An answer may fail to come.
	 * @param version of the value that is replaced, null if there is none
	 * @param value to be written, null to read
	 * @return completes on any thread, and never exceptionally
	 */
	public CompletionStage<StoreAnswer> ask(@Nullable String version, @Nullable Metadata value) {
		Request request = (value != null) ? new Request.WriteValue(this.key, version, MetadataText.of(value),
				ThreadLocalRandom.current().nextLong()) : new Request.ReadValue(this.key);
		return asked(request).thenApply(Function.identity())
			.exceptionally((failure) -> new Answer.Unknown(Failures.text(failure)))
			.thenApply((answer) -> told(request, answer));
	}

	/** No answer to the newest request is waited for any more. */
	public void giveUp() {
		this.unanswered = "No answer came in time";
	}

	/** Why the newest request has no answer, null if it has. */
	public @Nullable String problem() {
		String why = this.unanswered;
		return (why != null) ? "The store, " + this.store.description()
				+ ", did not answer the last request for the value '" + this.key.group() + "': " + why : null;
	}

	private CompletionStage<Answer> asked(Request request) {
		try {
			return this.store.ask(request, this.deadline);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			return CompletableFuture.failedFuture(ex);
		}
	}

	private StoreAnswer told(Request request, Answer answer) {
		String why = "It answered " + answer;
		try {
			if (answer instanceof Answer.Unknown unknown) {
				why = unknown.reason();
			}
			else if (answer instanceof Answer.NotDone) {
				this.unanswered = null;
				return new StoreAnswer.NotDone();
			}
			else if (answer instanceof Answer.Value value) {
				String version = value.version();
				StoreAnswer told = (request instanceof Request.WriteValue && version != null)
						? new StoreAnswer.Written(version)
						: new StoreAnswer.Found(version, (version != null) ? parsed(value.text()) : Metadata.NONE);
				this.unanswered = null;
				return told;
			}
		}
		catch (IllegalArgumentException ex) {
			why = "The value was changed by hand, or by a newer release (" + ex.getMessage()
					+ "): restore it, or run that release here, too";
		}
		this.unanswered = Printable.of(why, MOST_OF_A_REASON);
		return new StoreAnswer.Unknown();
	}

	private Metadata parsed(String text) {
		Metadata value = MetadataText.parse(text);
		this.check.accept(value);
		return value;
	}

}
