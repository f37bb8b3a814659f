package io.github.leaderelection.internal.forward.reactive;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.internal.forward.message.ClientGoneException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The progress of an answer on its way to the client. While pieces wait and the client
 * takes none, the client is late. The web server has no such limit.
 */
final class DownloadProgress {

	private final AtomicLong waiting = new AtomicLong();

	private volatile long since = System.nanoTime();

	private volatile boolean complete;

	/** Watches the pieces from the leader. */
	<T> Flux<T> arriving(Flux<T> pieces) {
		return pieces.doOnNext((piece) -> {
			this.since = System.nanoTime();
			this.waiting.incrementAndGet();
		}).doOnComplete(() -> {
			this.since = System.nanoTime();
			this.complete = true;
		});
	}

	/** Watches a piece: the server subscribes when the previous one is written. */
	<T> Flux<T> taking(Flux<T> piece) {
		return piece.doOnSubscribe((subscription) -> {
			this.since = System.nanoTime();
			this.waiting.decrementAndGet();
		});
	}

	/** Fails when the client is late. */
	Mono<Void> stalled(Duration limit) {
		return Mono.defer(() -> {
			boolean awaitsClient = this.complete || this.waiting.get() > 0;
			Duration left = awaitsClient ? limit.minusNanos(System.nanoTime() - this.since) : limit;
			return (left.isNegative() || left.isZero())
					? Mono.error(new ClientGoneException(new IOException("It took nothing for " + limit)))
					: Mono.delay(left);
		}).repeat().then();
	}

}
