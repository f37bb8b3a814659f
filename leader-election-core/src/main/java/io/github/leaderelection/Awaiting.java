package io.github.leaderelection;

import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.LeaderElector.Registration;
import org.jspecify.annotations.Nullable;

/**
 * Futures that complete with what a listener hears. What depends on them runs on the
 * common pool: on the listeners' thread it could delay others.
 */
final class Awaiting {

	private Awaiting() {
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
				// one that has ended again is followed by another, or by none
				if (leadership.isValid()) {
					future.completeAsync(() -> leadership);
				}
			}

		});
	}

	private static <T> CompletableFuture<T> listening(LeaderElector elector, CompletableFuture<T> future,
			LeadershipListener listener) {
		Registration registration = elector.addListener(listener);
		// also when nobody waits any more: it was cancelled, or its time ran out
		future.whenComplete((value, failure) -> registration.close());
		return future;
	}

}
