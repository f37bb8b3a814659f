package io.github.leaderelection;

import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.LeaderElector.Registration;
import org.jspecify.annotations.Nullable;

/**
 * Creates futures that a listener completes. Their dependents run on the common pool, so
 * that they do not delay other listeners.
 */
final class LeaderFutures {

	private LeaderFutures() {
	}

	static CompletableFuture<LeaderInfo> leader(LeaderElector elector) {
		CompletableFuture<LeaderInfo> future = new CompletableFuture<>();
		return listening(elector, future, new LeadershipListener() {

			@Override
			public void onLeaderChanged(@Nullable LeaderInfo leader) {
				if (leader != null) {
					future.completeAsync(() -> leader);
				}
			}

		});
	}

	static CompletableFuture<Leadership> leadership(LeaderElector elector) {
		CompletableFuture<Leadership> future = new CompletableFuture<>();
		return listening(elector, future, new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				// An ended leadership may be followed by another one.
				if (leadership.isValid()) {
					future.completeAsync(() -> leadership);
				}
			}

		});
	}

	private static <T> CompletableFuture<T> listening(LeaderElector elector, CompletableFuture<T> future,
			LeadershipListener listener) {
		Registration registration = elector.addListener(listener);
		// Also after a cancellation or time-out.
		future.whenComplete((value, failure) -> registration.close());
		return future;
	}

}
