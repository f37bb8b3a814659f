package io.github.leaderelection.internal.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way. It is sent once, and again only if the server did not know the
 * script. At its deadline it is cancelled and its link is dropped, so that it does not
 * block the next request.
 */
final class PendingRequest {

	private final CompletableFuture<Answer> answer = new CompletableFuture<>();

	private final AtomicReference<@Nullable Sent> sent = new AtomicReference<>();

	private final LeaseScript script;

	private final String[] arguments;

	private final String key;

	private final RedisLeaseOptions options;

	private final RedisLinks links;

	/**
	 * Creates a request without sending it.
	 */
	PendingRequest(Request request, String key, RedisLeaseOptions options, RedisLinks links) {
		this(LeaseHash.script(request), LeaseHash.arguments(request), key, options, links);
	}

	private PendingRequest(LeaseScript script, String[] arguments, String key, RedisLeaseOptions options,
			RedisLinks links) {
		this.script = script;
		this.arguments = arguments;
		this.key = key;
		this.options = options;
		this.links = links;
	}

	/**
	 * Tries the commands of all scripts. On success the answer is that for a missing
	 * record.
	 */
	static PendingRequest trial(String key, RedisLeaseOptions options, RedisLinks links) {
		return new PendingRequest(LeaseScript.TRIAL, new String[0], key, options, links);
	}

	CompletableFuture<Answer> answer() {
		return this.answer;
	}

	void start() {
		this.links.link().whenComplete((link, failure) -> {
			if (link == null) {
				this.answer.complete(new Answer.Unknown("Redis is not reached. " + RedisProblem.text(failure)));
			}
			else {
				reach(link);
			}
		});
	}

	private void reach(RedisLink link) {
		CompletableFuture.completedFuture(this.key).thenCompose(link.master()).whenComplete((master, failure) -> {
			if (master == null) {
				fail(link, failure);
			}
			else {
				send(link, master);
			}
		});
	}

	private void send(RedisLink link, StatefulRedisConnection<String, String> master) {
		String[] keys = { this.key };
		go(link, () -> master.async()
			.<List<Object>>evalsha(this.script.digest(), ScriptOutputType.MULTI, keys, this.arguments),
				(done, failure) -> {
					if (failure != null && RedisProblem.isUnknownScript(failure)) {
						go(link, () -> master.async()
							.<List<Object>>eval(this.script.text(), ScriptOutputType.MULTI, keys, this.arguments),
								(again, refusal) -> answered(link, master, again, refusal));
					}
					else {
						answered(link, master, done, failure);
					}
				});
	}

	/** Sends a command, unless the request is already answered. */
	private <T> void go(RedisLink link, Command<T> command, Reply<T> reply) {
		if (this.answer.isDone()) {
			return;
		}
		RedisFuture<T> future;
		try {
			future = command.send();
		}
		catch (RuntimeException ex) {
			fail(link, ex);
			return;
		}
		this.sent.set(new Sent(link, future));
		if (this.answer.isDone()) {
			future.cancel(true);
		}
		future.whenComplete(reply::take);
	}

	private void answered(RedisLink link, StatefulRedisConnection<String, String> master, @Nullable List<Object> done,
			@Nullable Throwable failure) {
		if (done == null) {
			fail(link, failure);
			return;
		}
		Answer told = LeaseHash.answer(done);
		boolean isTried = this.script == LeaseScript.TRIAL && told instanceof Answer.Missing;
		if ((isTried || told instanceof Answer.Mine) && this.options.waitReplicas() > 0) {
			awaitReplicas(link, master, isTried ? 0 : this.options.waitReplicas(), told);
		}
		else {
			this.answer.complete(told);
		}
	}

	private void awaitReplicas(RedisLink link, StatefulRedisConnection<String, String> master, int wanted,
			Answer told) {
		long millis = this.options.waitTimeout().toMillis();
		go(link, () -> master.async().waitForReplication(wanted, millis), (confirmed, failure) -> {
			if (confirmed == null) {
				fail(link, failure);
			}
			else {
				this.answer.complete(
						(confirmed >= wanted) ? told
								: new Answer.Unknown(confirmed + " of the " + wanted
										+ " replicas of leader-election.redis.wait-replicas"
										+ " confirmed the write within " + millis + " ms"));
			}
		});
	}

	private void fail(RedisLink link, @Nullable Throwable failure) {
		Throwable why = (failure != null) ? failure : new IllegalStateException("Redis answered nothing");
		if (!RedisProblem.leavesLinkSound(why)) {
			this.links.drop(link);
		}
		this.answer.complete(new Answer.Unknown(RedisProblem.text(why)));
	}

	/** Ends the request at its deadline. */
	void expire(Duration deadline) {
		Sent under = this.sent.get();
		boolean first = this.answer.complete(new Answer.Unknown("No answer came within " + deadline.toMillis() + " ms"
				+ ((under != null) ? "; the connection is given up" : ": there was no connection yet")));
		if (first && under != null) {
			under.future().cancel(true);
			this.links.drop(under.link());
		}
	}

	/** Ends the request because the store is closed. */
	void end() {
		this.answer.complete(new Answer.Unknown("The store is closed"));
	}

	/**
	 * A command that waits for the answer of the server.
	 *
	 * @param future cancelled when the request ends: a command that was not written yet
	 * is not sent then
	 */
	private record Sent(RedisLink link, RedisFuture<?> future) {
	}

	/**
	 * Sends one command.
	 */
	private interface Command<T> {

		RedisFuture<T> send();

	}

	/**
	 * Handles the answer to a command.
	 */
	private interface Reply<T> {

		void take(@Nullable T value, @Nullable Throwable failure);

	}

}
