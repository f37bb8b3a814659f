package io.github.leaderelection.internal.follow;

import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.listener.DrainingListener;

/**
 * Has containers and beans run while this node leads a group.
 */
record LeadershipFollower(Follower follower, Runnable onStartFailed) implements DrainingListener {

	@Override
	public void onGranted(Leadership granted) {
		this.follower.follow(() -> granted.isValid() && !granted.isDraining(), this.onStartFailed);
	}

	@Override
	public CompletableFuture<Void> drained(Leadership given) {
		return this.follower.settle();
	}

	@Override
	public void onRevoked(Leadership revoked, RevocationReason reason) {
		this.follower.settle();
	}

}
