package io.github.leaderelection.internal.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

import org.jspecify.annotations.Nullable;

/**
 * Reads the body of an answer, up to a number of bytes.
 */
final class BoundedBody implements BodySubscriber<String> {

	private final CompletableFuture<String> body = new CompletableFuture<>();

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private final int max;

	private @Nullable Subscription subscription;

	BoundedBody(int max) {
		this.max = max;
	}

	@Override
	public CompletionStage<String> getBody() {
		return this.body;
	}

	@Override
	public void onSubscribe(Subscription given) {
		this.subscription = given;
		given.request(Long.MAX_VALUE);
	}

	@Override
	public void onNext(List<ByteBuffer> items) {
		for (ByteBuffer item : items) {
			if (this.bytes.size() + item.remaining() > this.max) {
				if (this.subscription != null) {
					this.subscription.cancel();
				}
				this.body.completeExceptionally(new IOException("The answer is longer than " + this.max + " bytes"));
				return;
			}
			byte[] part = new byte[item.remaining()];
			item.get(part);
			this.bytes.writeBytes(part);
		}
	}

	@Override
	public void onError(Throwable failure) {
		this.body.completeExceptionally(failure);
	}

	@Override
	public void onComplete() {
		this.body.complete(this.bytes.toString(StandardCharsets.UTF_8));
	}

}
