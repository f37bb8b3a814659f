package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Starts containers and beans while this node holds what they follow, and stops them
 * else. One thread does so in order. Each time it asks anew, so it skips outdated
 * changes.
 */
public final class Follower {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final String key;

	private final List<Followed> followed;

	private final Duration patience;

	private final CustomizableThreadFactory threads;

	private final ExecutorService thread;

	private volatile BooleanSupplier holds = () -> false;

	private volatile Runnable onStartFailed = () -> {
	};

	/**
	 * Creates an instance that starts nothing before {@link #follow}.
	 * @param key names them in the log
	 * @param followed the parts to start, in this order
	 */
	Follower(String key, List<Followed> followed, Duration patience) {
		this.key = key;
		this.followed = followed;
		this.patience = patience;
		this.threads = new CustomizableThreadFactory(key + "-");
		this.threads.setDaemon(true);
		this.thread = Executors.newSingleThreadExecutor(this.threads);
	}

	/**
	 * Has everything run while a condition holds; {@link #settle()} says when it does.
	 */
	public CompletableFuture<Void> follow(BooleanSupplier condition, Runnable failed) {
		this.onStartFailed = failed;
		this.holds = condition;
		return settle();
	}

	/**
	 * Starts or stops everything, depending on the condition when the task runs.
	 * @return completes when all have started, or have stopped, or did not in time
	 */
	public CompletableFuture<Void> settle() {
		return CompletableFuture.runAsync(this::settleNow, this.thread);
	}

	/** Ends the thread after its queued tasks. */
	void end() {
		this.thread.shutdown();
	}

	private void settleNow() {
		for (Followed each : this.followed) {
			if (this.holds.getAsBoolean() && !each.isRunning()) {
				start(each);
			}
		}
		if (!this.holds.getAsBoolean()) {
			stopAll();
		}
	}

	private void start(Followed each) {
		try {
			each.start();
			logger.info("{}: '{}' is started on this node", this.key, each.name());
		}
		catch (Throwable ex) {
			logger.error("{}: '{}' could not be started on this node", this.key, each.name(), ex);
			this.onStartFailed.run();
		}
	}

	/** Stops all at once, so that a hanging one does not delay the others. */
	private void stopAll() {
		Map<String, CompletableFuture<Void>> stops = new LinkedHashMap<>();
		for (Followed each : this.followed) {
			if (each.isRunning()) {
				CompletableFuture<Void> stopped = new CompletableFuture<>();
				stops.put(each.name(), stopped);
				this.threads.newThread(() -> stop(each, stopped)).start();
			}
		}
		CompletableFuture.allOf(stops.values().toArray(CompletableFuture[]::new))
			.handle((nothing, failure) -> failure)
			.completeOnTimeout(null, this.patience.toNanos(), TimeUnit.NANOSECONDS)
			.join();
		stops.values().removeIf(CompletableFuture::isDone);
		if (!stops.isEmpty()) {
			logger.warn(
					"{}: {} did not stop within {} (drain-timeout): another node may run the same. "
							+ "Let its work end sooner, or raise the time-out",
					this.key, stops.keySet(), this.patience);
			// Something may be held anew by then.
			stops.values().forEach((late) -> late.thenRun(this::settle));
		}
	}

	private void stop(Followed each, CompletableFuture<Void> stopped) {
		try {
			each.stop(() -> {
				logger.info("{}: '{}' is stopped", this.key, each.name());
				stopped.complete(null);
			});
		}
		catch (Throwable ex) {
			logger.error("{}: '{}' could not be stopped", this.key, each.name(), ex);
			stopped.completeExceptionally(ex);
		}
	}

}
