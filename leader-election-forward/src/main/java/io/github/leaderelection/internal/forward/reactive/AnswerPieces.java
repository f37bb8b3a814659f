package io.github.leaderelection.internal.forward.reactive;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The body of the leader's answer. It requests a piece when the client takes the previous
 * one, so a slow client does not count as a slow leader.
 */
final class AnswerPieces implements BodySubscriber<AnswerPieces> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();

	private final Queue<Piece> arrived = new ConcurrentLinkedQueue<>();

	/** The pending request for the next piece. There is at most one. */
	private final AtomicReference<@Nullable CompletableFuture<Piece>> asked = new AtomicReference<>();

	@Override
	public CompletionStage<AnswerPieces> getBody() {
		return CompletableFuture.completedFuture(this);
	}

	@Override
	public void onSubscribe(Subscription source) {
		this.subscription.complete(source);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		arrive(new Piece(buffers, false, null));
	}

	@Override
	public void onError(Throwable failure) {
		arrive(new Piece(List.of(), true, failure));
	}

	@Override
	public void onComplete() {
		arrive(new Piece(List.of(), true, null));
	}

	private void arrive(Piece piece) {
		this.arrived.add(piece);
		match();
	}

	/** Delivers a piece to a pending request; the end may arrive before any request. */
	private void match() {
		CompletableFuture<Piece> waiting = this.arrived.isEmpty() ? null : this.asked.getAndSet(null);
		if (waiting != null) {
			waiting.complete(this.arrived.remove());
		}
	}

	private CompletableFuture<Piece> next(Duration patience) {
		CompletableFuture<Piece> next = new CompletableFuture<>();
		this.asked.set(next);
		this.subscription.thenAccept((present) -> present.request(1));
		match();
		return next.orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * All pieces as they arrive.
	 * @param patience the time limit for each piece
	 */
	Flux<List<ByteBuffer>> all(Duration patience) {
		return Mono.fromFuture(() -> next(patience))
			.repeat()
			.takeUntil(Piece::last)
			.onErrorMap(TimeoutException.class, (ex) -> broken(ex))
			.handle((piece, sink) -> {
				if (piece.failure() != null) {
					sink.error(broken(piece.failure()));
				}
				else if (!piece.last()) {
					sink.next(piece.buffers());
				}
			});
	}

	private static BrokenAnswerException broken(Throwable reason) {
		logger.debug("The leader did not complete its answer", reason);
		return new BrokenAnswerException();
	}

	/**
	 * Ignores the rest of the body. Closes the connection unless the body is complete.
	 */
	void discard() {
		this.subscription.thenAccept(Subscription::cancel);
	}

	/**
	 * A piece of the body.
	 *
	 * @param failure the reason of a premature end, or null
	 */
	private record Piece(List<ByteBuffer> buffers, boolean last, @Nullable Throwable failure) {
	}

}
