package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The pieces of a body, each requested when the one before was used.
 */
public class Pieces implements Subscriber<List<ByteBuffer>> {

	private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();

	private final BlockingQueue<Piece> arrived = new LinkedBlockingQueue<>();

	@Override
	public void onSubscribe(Subscription source) {
		this.subscription.complete(source);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		this.arrived.add(new Piece(buffers, null));
	}

	@Override
	public void onError(Throwable failure) {
		this.arrived.add(new Piece(null, failure));
	}

	@Override
	public void onComplete() {
		this.arrived.add(new Piece(null, null));
	}

	/**
	 * Waits for the next piece, null at the end.
	 * @param patience the time limit
	 * @throws IOException if the body ends prematurely or takes too long
	 * @throws InterruptedException if the thread is interrupted
	 */
	public @Nullable List<ByteBuffer> next(Duration patience) throws IOException, InterruptedException {
		this.subscription.thenAccept((present) -> present.request(1));
		Piece piece = this.arrived.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
		if (piece == null) {
			throw new IOException("Nothing came for " + patience);
		}
		if (piece.failure() != null) {
			throw new IOException(piece.failure().getMessage(), piece.failure());
		}
		return piece.buffers();
	}

	/**
	 * Ignores the rest of the body. Closes the connection unless the body is complete.
	 */
	public void discard() {
		this.subscription.thenAccept(Subscription::cancel);
	}

	/**
	 * A piece of the body.
	 *
	 * @param buffers the content, null at the end
	 * @param failure the reason of a premature end, or null
	 */
	private record Piece(@Nullable List<ByteBuffer> buffers, @Nullable Throwable failure) {
	}

}
