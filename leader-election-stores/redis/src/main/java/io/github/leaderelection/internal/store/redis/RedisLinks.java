package io.github.leaderelection.internal.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Keeps one link as long as it is sound. Without a link a request opens the next one; at
 * most one attempt is under way.
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
	 * Creates the links; none is opened yet.
	 * @param connecting runs tasks that block
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
			next.completeAsync(this::connect, this.connecting);
		}
		catch (RuntimeException | Error ex) {
			// for instance, no more threads can be created: a later attempt may get one
			next.completeExceptionally(ex);
		}
		return next;
	}

	private static boolean isUsable(CompletableFuture<RedisLink> known) {
		RedisLink link = linkOf(known);
		return (link != null) ? link.isOpen() : !known.isDone();
	}

	private RedisLink connect() {
		RedisLink link = this.clients.connect();
		if (this.isFirst) {
			this.isFirst = false;
			this.onFirst.accept(link);
		}
		return link;
	}

	/** Drops a link after a failure: requests that were sent on it may be lost. */
	void drop(RedisLink unsound) {
		CompletableFuture<RedisLink> known = this.current.get();
		if (linkOf(known) == unsound && this.current.compareAndSet(known, null)) {
			discard(known);
		}
	}

	/** Closes a link that the caller has taken out of use. */
	private void discard(@Nullable CompletableFuture<RedisLink> taken) {
		RedisLink link = linkOf(taken);
		if (link != null) {
			this.closing = link.close();
		}
	}

	/** Closes the link, and waits 200 ms at most. */
	void close() {
		discard(this.current.getAndSet(null));
		try {
			this.closing.get(MOST_CLOSE_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			// the link ends with its client
		}
	}

	private static @Nullable RedisLink linkOf(@Nullable CompletableFuture<RedisLink> known) {
		return (known != null && known.isDone() && !known.isCompletedExceptionally()) ? known.join() : null;
	}

}
