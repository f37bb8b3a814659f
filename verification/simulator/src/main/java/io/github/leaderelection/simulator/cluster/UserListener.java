package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * The listener of an application, which throws now and then.
 */
final class UserListener implements LeadershipListener {

	private static final int THROWS_PER_MILLE = 20;

	private final SimulatedNode node;

	private final int group;

	UserListener(SimulatedNode node, int group) {
		this.node = node;
		this.group = group;
	}

	@Override
	public void onGranted(Leadership leadership) {
		this.node.observer().granted(this.node, this.group, leadership);
		throwNowAndThen();
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		this.node.observer().revoked(this.node, this.group, leadership, reason);
		throwNowAndThen();
	}

	@Override
	public void onLeaderChanged(@Nullable LeaderInfo leader) {
		this.node.observer().leaderChanged(this.node, this.group, leader);
	}

	private void throwNowAndThen() {
		if (this.node.dice().chance(THROWS_PER_MILLE)) {
			throw new IllegalStateException("A listener that fails");
		}
	}

}
