package io.github.leaderelection.runtime;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.ElectionRequestException;
import org.jspecify.annotations.Nullable;

/**
 * Requests of callers that the protocol has not answered. Callers are answered where
 * listeners are told, and in order with them: what hangs on a stage is user code.
 */
final class Requests {

	private final Map<Long, CompletableFuture<Void>> open = new ConcurrentSkipListMap<>();

	private final AtomicLong last = new AtomicLong();

	private final ListenerDispatch dispatch;

	private volatile boolean closed;

	Requests(ListenerDispatch dispatch) {
		this.dispatch = dispatch;
	}

	long open(CompletableFuture<Void> answer) {
		long request = this.last.incrementAndGet();
		this.open.put(request, answer);
		// Looks after having put: close() may have looked before.
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
		this.dispatch.enqueue(() -> {
			if (refusal == null) {
				answer.complete(null);
			}
			else {
				answer.completeExceptionally(new ElectionRequestException(refusal));
			}
		});
		this.dispatch.deliver();
	}

	/** Refuses what is open and what will come. */
	void close() {
		this.closed = true;
		for (Long request : this.open.keySet()) {
			answer(request, "The node has stopped: there is nothing left to give up");
		}
	}

	static ElectionRequestException notRunning() {
		return new ElectionRequestException("The node is not running: start it first");
	}

}
