package io.github.leaderelection.internal.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Keeps one link as long as it is sound. Where there is none, a request makes the next
 * one: at most one attempt is under way.
 */
final class RedisLinks {

	private static final long MOST_CLOSE_MILLIS = 200;

	private final AtomicReference<@Nullable CompletableFuture<RedisLink>> current = new AtomicReference<>();

	private final RedisClients clients;

	private final Executor connecting;

	private final Consumer<RedisLink> onFirst;

	private boolean isFirst = true;

	private volatile CompletableFuture<Void> closing = CompletableFuture.completedFuture(null);

	/**
	 * Links.
	 * @param connecting runs one task at a time, which blocks
	 */
	RedisLinks(RedisClients clients, Executor connecting, Consumer<RedisLink> onFirst) {
		this.clients = clients;
		this.connecting = connecting;
		this.onFirst = onFirst;
	}

	CompletableFuture<RedisLink> link() {
		CompletableFuture<RedisLink> known = this.current.get();
		if (known != null && isUsable(known)) {
			return known;
		}
		CompletableFuture<RedisLink> next = new CompletableFuture<>();
		if (!this.current.compareAndSet(known, next)) {
			return link();
		}
		discard(known);
		try {
			this.connecting.execute(() -> connect(next));
		}
		catch (RejectedExecutionException ex) {
			next.completeExceptionally(new IllegalStateException("The store is closed"));
		}
		catch (RuntimeException | Error ex) {
			// as where no more threads can be had: a later attempt may have one
			next.completeExceptionally(ex);
		}
		return next;
	}

	private static boolean isUsable(CompletableFuture<RedisLink> known) {
		RedisLink link = linkOf(known);
		return (link != null) ? link.isOpen() : !known.isDone();
	}

	private void connect(CompletableFuture<RedisLink> next) {
		if (next.isDone()) {
			return;
		}
		try {
			RedisLink link = this.clients.connect();
			if (this.isFirst) {
				this.isFirst = false;
				this.onFirst.accept(link);
			}
			next.complete(link);
		}
		catch (RuntimeException | Error ex) {
			// without an end of this attempt there would never be another
			next.completeExceptionally(ex);
		}
	}

	/** Nothing is sent on this link any more: what was, may have got lost. */
	void drop(RedisLink unsound) {
		CompletableFuture<RedisLink> known = this.current.get();
		if (linkOf(known) == unsound && this.current.compareAndSet(known, null)) {
			discard(known);
		}
	}

	/** Whoever takes a link away closes it. */
	private void discard(@Nullable CompletableFuture<RedisLink> taken) {
		RedisLink link = linkOf(taken);
		if (link != null) {
			this.closing = link.close();
		}
	}

	/** Waits a moment for it. */
	void close() {
		discard(this.current.getAndSet(null));
		try {
			this.closing.get(MOST_CLOSE_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			// then it ends with its client
		}
	}

	private static @Nullable RedisLink linkOf(@Nullable CompletableFuture<RedisLink> known) {
		return (known != null && known.isDone() && !known.isCompletedExceptionally()) ? known.join() : null;
	}

}
