package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.listener.DrainingListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the containers and beans that follow one group's leadership when this node is
 * granted it. Stops them in the drain, or once leadership has ended. One thread does so
 * in order. Each time it checks the present leadership, so it skips outdated changes.
 */
final class GroupFollower implements DrainingListener {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final String group;

	private final List<Followed> followed;

	private final Duration patience;

	private final Runnable onStartFailed;

	private final ThreadFactory threads;

	private final ExecutorService thread;

	private volatile @Nullable Leadership leadership;

	/**
	 * Creates an instance without leadership.
	 * @param followed the parts to start, in this order
	 */
	GroupFollower(String group, List<Followed> followed, Duration patience, Runnable onStartFailed) {
		this.group = group;
		this.followed = List.copyOf(followed);
		this.patience = patience;
		this.onStartFailed = onStartFailed;
		this.threads = (task) -> {
			Thread created = new Thread(task, "leader-election-follow-" + group);
			created.setDaemon(true);
			return created;
		};
		this.thread = Executors.newSingleThreadExecutor(this.threads);
	}

	@Override
	public void onGranted(Leadership granted) {
		this.leadership = granted;
		settle();
	}

	@Override
	public CompletableFuture<Void> drained(Leadership given) {
		this.leadership = null;
		return settle();
	}

	@Override
	public void onRevoked(Leadership revoked, RevocationReason reason) {
		this.leadership = null;
		settle();
	}

	/** Starts or stops everything, depending on the leadership when the task runs. */
	CompletableFuture<Void> settle() {
		return CompletableFuture.runAsync(this::settleNow, this.thread);
	}

	/** Ends the thread after its queued tasks. */
	void end() {
		this.thread.shutdown();
	}

	private void settleNow() {
		for (Followed each : this.followed) {
			if (leads() && !each.isRunning()) {
				start(each);
			}
		}
		if (!leads()) {
			stopAll();
		}
	}

	private boolean leads() {
		Leadership held = this.leadership;
		return held != null && held.isValid() && !held.isDraining();
	}

	private void start(Followed each) {
		try {
			each.start();
			logger.info("Group '{}': '{}' is started, for this node leads", this.group, each.name());
		}
		catch (Throwable ex) {
			logger.error("Group '{}': '{}' could not be started though this node leads", this.group, each.name(), ex);
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
		if (stops.isEmpty() || await(stops)) {
			return;
		}
		stops.values().removeIf(CompletableFuture::isDone);
		logger.warn(
				"Group '{}': {} did not stop within {} (leader-election.drain-timeout) though this node no longer leads: "
						+ "another node may run the same. Let its work end sooner, or raise the time-out",
				this.group, stops.keySet(), this.patience);
	}

	private void stop(Followed each, CompletableFuture<Void> stopped) {
		try {
			each.stop(() -> {
				logger.info("Group '{}': '{}' is stopped", this.group, each.name());
				stopped.complete(null);
			});
		}
		catch (Throwable ex) {
			logger.error("Group '{}': '{}' could not be stopped though this node no longer leads", this.group,
					each.name(), ex);
			stopped.completeExceptionally(ex);
		}
	}

	/** Waits until all have stopped or failed to; false after the time limit. */
	private boolean await(Map<String, CompletableFuture<Void>> stops) {
		try {
			CompletableFuture.allOf(stops.values().toArray(CompletableFuture[]::new))
				.get(this.patience.toNanos(), TimeUnit.NANOSECONDS);
			return true;
		}
		catch (ExecutionException ex) {
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
