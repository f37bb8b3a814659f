package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.internal.gate.transaction.CommitCheck;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;

/**
 * Lets a transaction of the leader commit as long as the test lets it lead: no database
 * knows of that.
 */
final class StillLeading implements CommitCheck {

	@Override
	public @Nullable Obstacle obstacle(PlatformTransactionManager manager) {
		return null;
	}

	@Override
	public void begun(String operation) {
		// Any transaction will do.
	}

	@Override
	public void settle() {
		// Nothing is locked.
	}

	@Override
	public boolean confirm(LeadershipContext work) {
		return work.isStillLeader();
	}

	@Override
	public void ended() {
		// Nothing was changed.
	}

}
