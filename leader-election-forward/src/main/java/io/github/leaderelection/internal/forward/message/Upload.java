package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Passes the body of a request to the HTTP client, a few chunks ahead. Only the web
 * server's thread reads the body, which later belongs to another request.
 */
public final class Upload {

	private static final int CHUNK = 16 * 1024;

	private static final int CHUNKS_AHEAD = 4;

	private final RequestBody body;

	private final SubmissionPublisher<ByteBuffer> chunks;

	/** Completes at the subscription; chunks published earlier would be lost. */
	private final CompletableFuture<Void> subscribed = new CompletableFuture<>();

	public Upload(RequestBody body, Executor executor) {
		this.body = body;
		this.chunks = new SubmissionPublisher<>(executor, CHUNKS_AHEAD);
	}

	public BodyPublisher publisher() {
		if (this.body.isNone()) {
			return BodyPublishers.noBody();
		}
		Publisher<ByteBuffer> source = (subscriber) -> {
			this.chunks.subscribe(subscriber);
			this.subscribed.complete(null);
		};
		return (this.body.length() > 0) ? BodyPublishers.fromPublisher(source, this.body.length())
				: BodyPublishers.fromPublisher(source);
	}

	/** Whether a connection exists and the body is being sent. */
	public boolean hasBegun() {
		return this.subscribed.isDone();
	}

	/**
	 * Reads the body and passes it on until its end, or until the exchange ends.
	 * @param patience the time limit of the leader for each chunk
	 * @throws ClientGoneException if the client stops sending
	 * @throws TimeoutException if the leader takes too long
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void run(CompletableFuture<?> answer, Duration patience)
			throws ClientGoneException, TimeoutException, InterruptedException {
		if (this.body.isNone() || !awaitSubscriber(answer, patience)) {
			return;
		}
		try {
			byte[] chunk = read();
			while (chunk.length > 0 && !answer.isDone()) {
				if (this.chunks.offer(ByteBuffer.wrap(chunk), patience.toNanos(), TimeUnit.NANOSECONDS, null) < 0) {
					throw new TimeoutException("The leader did not accept more of the body for " + patience);
				}
				chunk = read();
			}
			if (chunk.length == 0) {
				this.chunks.close();
			}
		}
		catch (ClientGoneException | TimeoutException ex) {
			abandon(ex);
			throw ex;
		}
	}

	/**
	 * Ends an unfinished body with a failure. A normal end would make the leader accept
	 * half a body as complete.
	 */
	public void abandon(Throwable reason) {
		this.chunks.closeExceptionally(reason);
	}

	private boolean awaitSubscriber(CompletableFuture<?> answer, Duration patience)
			throws TimeoutException, InterruptedException {
		try {
			CompletableFuture.anyOf(this.subscribed, answer).get(patience.toNanos(), TimeUnit.NANOSECONDS);
			return true;
		}
		catch (ExecutionException ex) {
			// The caller gets the reason from the answer.
			return false;
		}
	}

	private byte[] read() throws ClientGoneException {
		byte[] chunk = new byte[CHUNK];
		try {
			InputStream stream = this.body.stream();
			int length = stream.read(chunk);
			return (length == CHUNK) ? chunk : Arrays.copyOf(chunk, Math.max(length, 0));
		}
		catch (IOException ex) {
			throw new ClientGoneException(ex);
		}
	}

}
