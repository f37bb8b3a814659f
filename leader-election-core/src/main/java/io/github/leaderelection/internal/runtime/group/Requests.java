package io.github.leaderelection.internal.runtime.group;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.ElectionRequestException;
import org.jspecify.annotations.Nullable;

/**
 * Holds the callers' requests that the protocol has not answered. A caller gets its
 * answer without waiting for listeners: it may be one of them.
 */
public final class Requests {

	private final Map<Long, CompletableFuture<Void>> open = new ConcurrentSkipListMap<>();

	private final AtomicLong last = new AtomicLong();

	private final Executor answers;

	private volatile boolean closed;

	Requests(Executor answers) {
		this.answers = answers;
	}

	long open(CompletableFuture<Void> answer) {
		long request = this.last.incrementAndGet();
		this.open.put(request, answer);
		// Checks after the put: close() may have searched before it.
		if (this.closed && this.open.remove(request) != null) {
			answer.completeExceptionally(notRunning());
		}
		return request;
	}

	void answer(long request, @Nullable String refusal) {
		CompletableFuture<Void> answer = this.open.remove(request);
		if (answer == null) {
			return;
		}
		this.answers.execute(() -> {
			if (refusal == null) {
				answer.complete(null);
			}
			else {
				answer.completeExceptionally(new ElectionRequestException(refusal));
			}
		});
	}

	/** Refuses open and future requests. */
	void close() {
		this.closed = true;
		for (Long request : this.open.keySet()) {
			answer(request, "The node has stopped: there is nothing left to give up");
		}
	}

	public static ElectionRequestException notRunning() {
		return new ElectionRequestException(
				"The node is not running: start it first, or wait until the web server of its application listens");
	}

}
