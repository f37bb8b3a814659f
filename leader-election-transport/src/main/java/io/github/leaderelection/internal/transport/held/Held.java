package io.github.leaderelection.internal.transport.held;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

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

	/** Seals an answer. */
	private volatile @Nullable UnaryOperator<String> sealing;

	/**
	 * Records that the sender has proven the secret.
	 * @param common the secret that both sides know
	 */
	void prove(String question, SharedSecret common) {
		this.sealing = (text) -> SealedText.answer(text, question, common).body();
	}

	boolean isProven() {
		return this.sealing != null;
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
		return Objects.requireNonNull(this.sealing, "sealing").apply(text);
	}

}
