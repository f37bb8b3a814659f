package io.github.leaderelection.internal.forward.reactive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.ContextView;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * The body of an answer as a stream. A write waits for the client for a limited time,
 * unlike one of {@code DataBufferUtils.outputStreamPublisher}. Nothing is sent before the
 * first.
 */
final class ReactiveOutput extends OutputStream {

	/** The pieces that wait for the server. */
	private static final int AHEAD = 4;

	private final Semaphore places = new Semaphore(AHEAD);

	private final Sinks.Many<Flux<DataBuffer>> pieces = Sinks.many().unicast().onBackpressureBuffer();

	private final ServerHttpResponse response;

	private final Duration limit;

	private final ContextView context;

	private @Nullable CompletableFuture<Void> sent;

	/**
	 * Creates an empty body.
	 * @param limit the time limit of the client for each piece
	 * @param context the context of the subscriber that awaits the end of the answer
	 */
	ReactiveOutput(ServerHttpResponse response, Duration limit, ContextView context) {
		this.response = response;
		this.limit = limit;
		this.context = context;
	}

	@Override
	public void write(int single) throws IOException {
		write(new byte[] { (byte) single }, 0, 1);
	}

	@Override
	public void write(byte[] source, int offset, int length) throws IOException {
		if (length == 0) {
			return;
		}
		awaitPlaces(1);
		if (this.sent == null) {
			begin(this.response.writeAndFlushWith(this.pieces.asFlux()));
		}
		else if (this.sent.isDone()) {
			throw new IOException("The connection is closed");
		}
		emit(Flux.just(this.response.bufferFactory().wrap(Arrays.copyOfRange(source, offset, offset + length))));
	}

	/** The server subscribes when the piece before is written. */
	private void emit(Flux<DataBuffer> piece) {
		this.pieces.tryEmitNext(piece.doOnSubscribe((subscription) -> this.places.release()));
	}

	private CompletableFuture<Void> begin(Mono<Void> sending) {
		CompletableFuture<Void> begun = sending.contextWrite(this.context).toFuture();
		// A writer that waits learns of the end.
		begun.whenComplete((nothing, failure) -> this.places.release(AHEAD));
		this.sent = begun;
		return begun;
	}

	private void awaitPlaces(int count) throws IOException {
		try {
			if (!this.places.tryAcquire(count, this.limit.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new IOException("It took nothing for " + this.limit);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException();
		}
	}

	@Override
	public void close() throws IOException {
		CompletableFuture<Void> last = (this.sent != null) ? this.sent : begin(this.response.setComplete());
		this.pieces.tryEmitComplete();
		awaitPlaces(AHEAD);
		try {
			last.get(this.limit.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException();
		}
	}

	/** Ends the body prematurely, after the pieces that were written. */
	void breakOff(Throwable reason) {
		if (this.sent != null) {
			try {
				awaitPlaces(1);
				emit(Flux.empty());
				awaitPlaces(AHEAD);
			}
			catch (IOException ex) {
				// The client takes no more.
			}
		}
		this.pieces.tryEmitError(reason);
	}

	/** Sends no more. */
	void cancel() {
		if (this.sent != null) {
			this.sent.cancel(true);
		}
	}

}
