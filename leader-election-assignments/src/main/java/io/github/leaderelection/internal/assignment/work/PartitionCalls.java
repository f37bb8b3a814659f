package io.github.leaderelection.internal.assignment.work;

import java.util.Collection;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.internal.assignment.runtime.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one method for all partitions owned at this time, in lanes that each make
 * one call after the other. A failure ends only its own call.
 */
final class PartitionCalls {

	private final Queue<Ownership> left;

	private final PartitionCall call;

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private final AtomicInteger lanes = new AtomicInteger();

	private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

	PartitionCalls(Collection<Ownership> owned, PartitionCall call) {
		this.left = new ConcurrentLinkedQueue<>(owned);
		this.call = call;
	}

	/** Makes all calls, one lane in this thread, and throws the first failure. */
	void run(int concurrency, Executor threads) throws Throwable {
		int count = open(concurrency);
		for (int i = 1; i < count; i++) {
			threads.execute(this::continueLane);
		}
		continueLane();
		Throwable failure = this.done.handle((nothing, ex) -> ex).join();
		if (failure != null) {
			throw failure;
		}
	}

	/** Begins the calls in this thread; completes when all stages have. */
	CompletableFuture<@Nullable Void> begin(int concurrency) {
		int count = open(concurrency);
		for (int i = 0; i < count; i++) {
			continueLane();
		}
		return this.done;
	}

	private int open(int concurrency) {
		int count = Math.max(1, Math.min(concurrency, this.left.size()));
		this.lanes.set(count);
		return count;
	}

	private void continueLane() {
		for (Ownership each = this.left.poll(); each != null; each = this.left.poll()) {
			CompletableFuture<@Nullable Void> ended = call(each);
			if (!ended.isDone()) {
				ended.whenComplete((nothing, ex) -> continueLane());
				return;
			}
		}
		if (this.lanes.decrementAndGet() == 0) {
			Throwable first = first(this.failures);
			if (first != null) {
				this.done.completeExceptionally(first);
			}
			else {
				this.done.complete(null);
			}
		}
	}

	/** Never fails; completes when the partition has no such work any more. */
	private CompletableFuture<@Nullable Void> call(Ownership ownership) {
		CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
		if (!ownership.enter()) {
			ended.complete(null);
			return ended;
		}
		try {
			Object result = this.call.call(ownership);
			if (result instanceof CompletionStage<?> stage) {
				stage.whenComplete((value, failure) -> end(ownership, failure, ended));
				return ended;
			}
			end(ownership, null, ended);
		}
		catch (Throwable ex) {
			end(ownership, ex, ended);
		}
		return ended;
	}

	private void end(Ownership ownership, @Nullable Throwable failure, CompletableFuture<@Nullable Void> ended) {
		if (failure instanceof CompletionException && failure.getCause() != null) {
			this.failures.add(failure.getCause());
		}
		else if (failure != null) {
			this.failures.add(failure);
		}
		ownership.leave();
		ended.complete(null);
	}

	/** The first failure, the others suppressed; null without one. */
	static @Nullable Throwable first(Iterable<Throwable> failures) {
		Iterator<Throwable> all = failures.iterator();
		Throwable first = all.hasNext() ? all.next() : null;
		while (first != null && all.hasNext()) {
			Throwable next = all.next();
			if (next != first) {
				first.addSuppressed(next);
			}
		}
		return first;
	}

}
