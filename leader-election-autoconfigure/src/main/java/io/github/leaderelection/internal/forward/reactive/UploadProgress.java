package io.github.leaderelection.internal.forward.reactive;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * How far a body has come to the leader. While the leader wants more and the client sends
 * nothing, the leader is not late.
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
			this.wanted.addAndGet(count);
		}).doOnNext((chunk) -> {
			this.wanted.decrementAndGet();
			this.since = System.nanoTime();
		}).doOnComplete(() -> {
			this.since = System.nanoTime();
			this.complete = true;
		});
	}

	/** Whether a connection exists and the body is being sent. */
	boolean hasBegun() {
		return this.begun;
	}

	/** Why the client stopped sending, or null. */
	@Nullable Throwable failure() {
		return this.failure;
	}

	/** Fails when the leader is late. */
	<T> Mono<T> stalled(Duration limit) {
		return Mono.defer(() -> {
			Duration left = left(limit);
			if (left.isNegative() || left.isZero()) {
				return Mono.error(new TimeoutException("The leader did not answer for " + limit));
			}
			return Mono.delay(left).then(stalled(limit));
		});
	}

	private Duration left(Duration limit) {
		boolean awaitsClient = !this.bodiless && !this.complete && this.wanted.get() > 0;
		return awaitsClient ? limit : limit.minusNanos(System.nanoTime() - this.since);
	}

}
