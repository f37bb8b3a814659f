package io.github.leaderelection.internal.gate.transaction;

import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.spring.LeadershipContext;

/**
 * Work under a leadership that nobody asks whether it is valid.
 */
public record Work(String group, long fencingToken) implements LeadershipContext {

	@Override
	public boolean isStillLeader() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void checkStillLeader() {
		throw new UnsupportedOperationException();
	}

	@Override
	public Registration onRevocation(Runnable action) {
		throw new UnsupportedOperationException();
	}

}
