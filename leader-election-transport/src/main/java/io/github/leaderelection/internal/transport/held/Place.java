package io.github.leaderelection.internal.transport.held;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.held.ViewFeed.News;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.server.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The session of one observer, with one request at a time. Used under a lock.
 */
final class Place {

	private final String session;

	private @Nullable Held held;

	/** Whether a request of this session is being read, or held. */
	private boolean busy;

	private long idleSinceNanos = System.nanoTime();

	private long number;

	private long seen;

	Place(String session) {
		this.session = session;
	}

	String session() {
		return this.session;
	}

	/** Whether a numbered request has proven that the session is no repeated one. */
	boolean isTaken() {
		return this.number > 0;
	}

	/** Returns false if another request of this session is open. */
	boolean begin() {
		boolean free = !this.busy;
		this.busy = true;
		return free;
	}

	void end() {
		this.busy = false;
		this.held = null;
		this.idleSinceNanos = System.nanoTime();
	}

	boolean isIdle(long nanos) {
		return !this.busy && System.nanoTime() - this.idleSinceNanos > nanos;
	}

	/**
	 * Holds a request.
	 * @return the answer to come, or null if the request is not the next one
	 */
	@Nullable CompletableFuture<Reply> hold(long asked, String question, SharedSecret common) {
		if (asked != this.number + 1) {
			return null;
		}
		this.number = asked;
		Held now = new Held(question, common, new CompletableFuture<>(), System.nanoTime());
		this.held = now;
		return now.answer();
	}

	/** Whether a request waits that is due, or whose observer has not seen a change. */
	boolean isDue(long lastChange, long nanos) {
		return this.held != null && (this.seen < lastChange || System.nanoTime() - this.held.sinceNanos() > nanos);
	}

	/**
	 * Answers the waiting request.
	 * @return completes the answer
	 */
	Runnable answer(ViewFeed feed) {
		News news = feed.since(this.seen);
		this.seen = news.upTo();
		return answer(
				(waiting) -> Reply.told(SealedText.answer(news.text(), waiting.question(), waiting.common()).body()));
	}

	/** Answers the waiting request with a reply without a seal. */
	Runnable answer(Reply reply) {
		return answer((waiting) -> reply);
	}

	private Runnable answer(Function<Held, Reply> reply) {
		Held waiting = this.held;
		this.held = null;
		return (waiting != null) ? () -> waiting.answer().complete(reply.apply(waiting)) : () -> {
		};
	}

	/**
	 * A request that waits for its answer.
	 */
	private record Held(String question, SharedSecret common, CompletableFuture<Reply> answer, long sinceNanos) {
	}

}
