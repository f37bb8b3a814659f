package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.simulator.time.Dice;
import org.jspecify.annotations.Nullable;

/**
 * The listener of an application, which throws now and then.
 */
final class UserListener implements LeadershipListener {

	private static final int THROWS_PER_MILLE = 20;

	private final Surroundings surroundings;

	private final Dice dice;

	private final int machine;

	private final int group;

	UserListener(Surroundings surroundings, Dice dice, int machine, int group) {
		this.surroundings = surroundings;
		this.dice = dice;
		this.machine = machine;
		this.group = group;
	}

	@Override
	public void onGranted(Leadership leadership) {
		this.surroundings.tell((observer) -> observer.granted(this.machine, this.group, leadership));
		throwNowAndThen();
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		this.surroundings.tell((observer) -> observer.revoked(this.machine, this.group, leadership, reason));
		throwNowAndThen();
	}

	@Override
	public void onLeaderChanged(@Nullable LeaderInfo leader) {
		this.surroundings.tell((observer) -> observer.leaderChanged(this.machine, this.group, leader));
	}

	private void throwNowAndThen() {
		if (this.dice.chance(THROWS_PER_MILLE)) {
			throw new IllegalStateException("A listener that fails");
		}
	}

}
