package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.github.leaderelection.spi.LeaseStore.Answer;

/**
 * Requests that are not answered yet, each with a deadline. A request that waits for a
 * connection until its deadline is never sent.
 */
final class OpenRequests implements AutoCloseable {

	/** A missing answer is reported a twentieth early, before the caller gives up. */
	private static final int EARLY_PART = 20;

	private final Set<CompletableFuture<Answer>> open = ConcurrentHashMap.newKeySet();

	private final ZookeeperConnection connection;

	private volatile boolean isClosed;

	OpenRequests(ZookeeperConnection connection) {
		this.connection = connection;
	}

	/**
	 * Runs work once there is a connection.
	 * @param work returns the answer; its argument says whether the time is over
	 */
	CompletableFuture<Answer> run(Duration deadline, Function<BooleanSupplier, CompletionStage<Answer>> work) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		Runnable task = () -> begin(answer, work);
		CompletableFuture<Void> end = CompletableFuture.runAsync(() -> answer.complete(expired(deadline)),
				CompletableFuture.delayedExecutor(deadline.minus(deadline.dividedBy(EARLY_PART)).toNanos(),
						TimeUnit.NANOSECONDS, Runnable::run));
		this.open.add(answer);
		answer.whenComplete((known, failure) -> {
			this.open.remove(answer);
			this.connection.forget(task);
			end.cancel(false);
		});
		if (this.isClosed) {
			answer.complete(closed());
		}
		else {
			this.connection.whenConnected(task);
		}
		return answer;
	}

	private static void begin(CompletableFuture<Answer> answer,
			Function<BooleanSupplier, CompletionStage<Answer>> work) {
		if (answer.isDone()) {
			return;
		}
		try {
			work.apply(answer::isDone)
				.whenComplete((known, failure) -> answer
					.complete((known != null) ? known : new Answer.Unknown(ZookeeperProblem.text(failure))));
		}
		catch (RuntimeException ex) {
			answer.complete(new Answer.Unknown(ZookeeperProblem.text(ex)));
		}
	}

	private Answer expired(Duration deadline) {
		return new Answer.Unknown("No answer came within " + deadline.toMillis() + " ms"
				+ (this.connection.isConnected() ? "" : ": there is no connection with ZooKeeper"));
	}

	private static Answer closed() {
		return new Answer.Unknown("The store is closed");
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.open.forEach((answer) -> answer.complete(closed()));
	}

}
