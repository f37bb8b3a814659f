package io.github.leaderelection.internal.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * A request on its way. It is sent once, and again only if the server did not know the
 * script. At its deadline it is cancelled and its link is dropped, so that it does not
 * block the next request.
 */
final class PendingRequest implements OpenRequests.Work {

	private final LeaseScript script;

	private final String[] arguments;

	private final String key;

	private final RedisLeaseOptions options;

	private final RedisLinks links;

	private volatile boolean isSent;

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

	@Override
	public CompletionStage<Answer> begin(CompletableFuture<Answer> answer) {
		return this.links.link()
			.thenCompose((link) -> new Sending(answer, link).send())
			.exceptionally((failure) -> new Answer.Unknown(
					(this.isSent ? "" : "Redis is not reached. ") + RedisProblem.text(failure)));
	}

	@Override
	public String late() {
		return this.isSent ? "; the connection is given up" : ": there was no connection yet";
	}

	/**
	 * Sends the commands of the request on one link.
	 */
	private final class Sending {

		private final CompletableFuture<Answer> answer;

		private final RedisLink link;

		Sending(CompletableFuture<Answer> answer, RedisLink link) {
			this.answer = answer;
			this.link = link;
		}

		CompletionStage<Answer> send() {
			return CompletableFuture.completedFuture(PendingRequest.this.key)
				.thenCompose(this.link.master())
				.thenCompose(this::run)
				.whenComplete((known, failure) -> {
					if (failure != null && !RedisProblem.leavesLinkSound(failure)) {
						PendingRequest.this.links.drop(this.link);
					}
				});
		}

		private CompletionStage<Answer> run(StatefulRedisConnection<String, String> master) {
			LeaseScript script = PendingRequest.this.script;
			String[] keys = { PendingRequest.this.key };
			return command(() -> master.async()
				.<List<Object>>evalsha(script.digest(), ScriptOutputType.MULTI, keys, PendingRequest.this.arguments))
				.exceptionallyCompose((failure) -> RedisProblem.isUnknownScript(failure) ? command(() -> master.async()
					.<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keys, PendingRequest.this.arguments))
						: CompletableFuture.failedFuture(failure))
				.thenCompose((done) -> confirmed(master, LeaseHash.answer(done)));
		}

		/** Waits for replicas to confirm a write; a trial only tries the command. */
		private CompletionStage<Answer> confirmed(StatefulRedisConnection<String, String> master, Answer told) {
			RedisLeaseOptions options = PendingRequest.this.options;
			boolean isTried = PendingRequest.this.script == LeaseScript.TRIAL && told instanceof Answer.Missing;
			if (options.waitReplicas() == 0 || !(isTried || isWritten(told))) {
				return CompletableFuture.completedFuture(told);
			}
			int wanted = isTried ? 0 : options.waitReplicas();
			long millis = options.waitTimeout().toMillis();
			return command(() -> master.async().waitForReplication(wanted, millis))
				.thenApply((confirmed) -> (confirmed >= wanted) ? told
						: new Answer.Unknown(confirmed + " of the " + wanted
								+ " replicas of leader-election.redis.wait-replicas confirmed the write within "
								+ millis + " ms"));
		}

		private boolean isWritten(Answer told) {
			return told instanceof Answer.Mine
					|| told instanceof Answer.Value && PendingRequest.this.script == LeaseScript.WRITE_VALUE;
		}

		/** Sends a command, unless the request is already answered. */
		private <T> CompletionStage<T> command(Supplier<RedisFuture<T>> command) {
			if (this.answer.isDone()) {
				return new CompletableFuture<>();
			}
			RedisFuture<T> sent = command.get();
			PendingRequest.this.isSent = true;
			this.answer.whenComplete((known, none) -> {
				if (!sent.isDone()) {
					// a command that was not written yet is not sent then
					sent.cancel(true);
					PendingRequest.this.links.drop(this.link);
				}
			});
			return sent;
		}

	}

}
