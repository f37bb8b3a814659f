package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * The body of the leader's answer. It requests the next piece after writing the previous
 * one.
 */
public final class AnswerBody implements BodySubscriber<AnswerBody> {

	private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();

	private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

	@Override
	public CompletionStage<AnswerBody> getBody() {
		return CompletableFuture.completedFuture(this);
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.subscription.complete(subscription);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		this.pieces.add(new Piece(buffers, false, null));
	}

	@Override
	public void onError(Throwable failure) {
		this.pieces.add(new Piece(List.of(), true, failure));
	}

	@Override
	public void onComplete() {
		this.pieces.add(new Piece(List.of(), true, null));
	}

	/**
	 * Writes all pieces as they arrive.
	 * @param patience the time limit for each piece
	 * @throws ClientGoneException if writing fails
	 * @throws BrokenAnswerException if the answer ends prematurely or takes too long
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void copyTo(OutputStream target, Duration patience) throws IOException, InterruptedException {
		WritableByteChannel channel = Channels.newChannel(target);
		Piece piece = next(patience);
		while (!piece.last()) {
			try {
				for (ByteBuffer buffer : piece.buffers()) {
					channel.write(buffer);
				}
				target.flush();
			}
			catch (IOException ex) {
				throw new ClientGoneException(ex);
			}
			piece = next(patience);
		}
	}

	private Piece next(Duration patience) throws BrokenAnswerException, InterruptedException {
		this.subscription.thenAccept((present) -> present.request(1));
		Piece piece = this.pieces.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
		if (piece == null) {
			throw new BrokenAnswerException("The leader's answer stalled for " + patience, new TimeoutException());
		}
		if (piece.failure() != null) {
			throw new BrokenAnswerException("The leader's answer ended prematurely: " + piece.failure().getMessage(),
					piece.failure());
		}
		return piece;
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
	 * @param failure the reason of a premature end, or null
	 */
	private record Piece(List<ByteBuffer> buffers, boolean last, @Nullable Throwable failure) {
	}

}
