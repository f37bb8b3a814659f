package io.github.leaderelection.internal.store.lease;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.leaderelection.spi.LeaseStore.Answer;

/**
 * The requests of a store that are not answered yet, each with a deadline. Safe for use
 * from any thread.
 */
public final class OpenRequests implements AutoCloseable {

	/** A missing answer is reported a twentieth early, before the caller gives up. */
	private static final int EARLY_PART = 20;

	private final Set<CompletableFuture<Answer>> open = ConcurrentHashMap.newKeySet();

	private final Function<Throwable, String> problems;

	private volatile boolean isClosed;

	/**
	 * Creates the requests of a store.
	 * @param problems describes a failure, for the operator
	 */
	public OpenRequests(Function<Throwable, String> problems) {
		this.problems = problems;
	}

	/**
	 * Begins a request.
	 * @return the answer: unknown after a failure, at the deadline, and once the store is
	 * closed
	 */
	public CompletableFuture<Answer> ask(Duration deadline, Work work) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		CompletableFuture<Void> end = CompletableFuture.runAsync(
				() -> answer
					.complete(new Answer.Unknown("No answer came within " + deadline.toMillis() + " ms" + work.late())),
				CompletableFuture.delayedExecutor(deadline.minus(deadline.dividedBy(EARLY_PART)).toNanos(),
						TimeUnit.NANOSECONDS, Runnable::run));
		this.open.add(answer);
		answer.whenComplete((known, none) -> {
			this.open.remove(answer);
			end.cancel(false);
		});
		if (this.isClosed) {
			answer.complete(closed());
		}
		else {
			begin(answer, work);
		}
		return answer.copy();
	}

	private void begin(CompletableFuture<Answer> answer, Work work) {
		try {
			work.begin(answer)
				.whenComplete((known, failure) -> answer
					.complete((known != null) ? known : new Answer.Unknown(this.problems.apply(failure))));
		}
		catch (RuntimeException ex) {
			answer.complete(new Answer.Unknown(this.problems.apply(ex)));
		}
	}

	/** Returns the cause of a failure, without the wrappers of stages. */
	public static Throwable cause(Throwable failure) {
		Throwable cause = failure;
		while ((cause instanceof CompletionException || cause instanceof ExecutionException)
				&& cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause;
	}

	private static Answer closed() {
		return new Answer.Unknown("The store is closed");
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.open.forEach((answer) -> answer.complete(closed()));
	}

	/**
	 * The work of one request.
	 */
	public interface Work {

		/**
		 * Begins the work, without blocking.
		 * @param answer done once nobody waits any more: nothing is sent from then on
		 * @return completes exceptionally if the outcome is not known
		 */
		CompletionStage<Answer> begin(CompletableFuture<Answer> answer);

		/** Says why there is no answer at the deadline, as the end of a sentence. */
		default String late() {
			return "";
		}

	}

}
