package io.github.leaderelection.internal.forward.reactive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.internal.forward.message.ClientGoneException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The progress of a body on its way to the leader. While the leader requests more and the
 * client sends nothing, the client is late, not the leader. The web server has no such
 * limit.
 */
final class UploadProgress {

	private final AtomicLong wanted = new AtomicLong();

	private final boolean bodiless;

	private volatile long since = System.nanoTime();

	private volatile boolean begun;

	private volatile boolean complete;

	private volatile @Nullable Throwable failure;

	UploadProgress(boolean bodiless) {
		this.bodiless = bodiless;
	}

	Flux<ByteBuffer> watch(Flux<ByteBuffer> body) {
		return body.doOnError((ex) -> this.failure = ex).doOnRequest((count) -> {
			this.begun = true;
			this.since = System.nanoTime();
			this.wanted.addAndGet(count);
		}).doOnNext((chunk) -> {
			this.since = System.nanoTime();
			this.wanted.decrementAndGet();
		}).doOnComplete(() -> {
			this.since = System.nanoTime();
			this.complete = true;
		});
	}

	/** Whether a connection exists and the body is being sent. */
	boolean hasBegun() {
		return this.begun;
	}

	/** The reason why the client stopped sending, or null. */
	@Nullable Throwable failure() {
		return this.failure;
	}

	/** Fails when the leader or the client is late. */
	<T> Mono<T> stalled(Duration limit) {
		return Mono.defer(() -> {
			Duration left = limit.minusNanos(System.nanoTime() - this.since);
			return (left.isNegative() || left.isZero()) ? Mono.error(late(limit)) : Mono.delay(left);
		}).repeat().then(Mono.empty());
	}

	private Exception late(Duration limit) {
		if (this.bodiless || this.complete || this.wanted.get() <= 0) {
			return new TimeoutException("The leader did not answer for " + limit);
		}
		ClientGoneException gone = new ClientGoneException(new IOException("It sent nothing for " + limit));
		this.failure = gone;
		return gone;
	}

}
