package io.github.leaderelection.internal.transport.held;

import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.server.Reply;
import org.jspecify.annotations.Nullable;

/**
 * One request, from its head to its answer. Only the first answer counts. Safe for use
 * from any thread.
 */
final class Held {

	private final CompletableFuture<Reply> answer = new CompletableFuture<>();

	private final long sinceNanos = System.nanoTime();

	private volatile @Nullable Proof proof;

	/** Records that the sender has proven the secret. */
	void prove(String question, SharedSecret common) {
		this.proof = new Proof(question, common);
	}

	boolean isProven() {
		return this.proof != null;
	}

	boolean isOlderThan(long nanos) {
		return System.nanoTime() - this.sinceNanos > nanos;
	}

	/** The answer to come. */
	CompletableFuture<Reply> answer() {
		return this.answer;
	}

	/** Answers with a sealed text, for which the request must be proven. */
	void answer(String text) {
		answer(Reply.told(seal(text)));
	}

	/** Answers without a seal. */
	void answer(Reply reply) {
		this.answer.complete(reply);
	}

	/** The body of an answer. */
	String seal(String text) {
		Proof present = this.proof;
		if (present == null) {
			throw new IllegalStateException("The request is not proven");
		}
		return SealedText.answer(text, present.question(), present.common()).body();
	}

	/**
	 * A proven question.
	 *
	 * @param common the secret that both sides know
	 */
	private record Proof(String question, SharedSecret common) {
	}

}
