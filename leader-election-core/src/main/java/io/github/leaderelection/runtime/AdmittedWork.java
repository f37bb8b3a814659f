package io.github.leaderelection.runtime;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;

/**
 * One piece of leader-only work; closing it twice counts once.
 */
final class AdmittedWork implements LeaderWork {

	private final GrantedLeadership leadership;

	private final AtomicBoolean closed = new AtomicBoolean();

	AdmittedWork(GrantedLeadership leadership) {
		this.leadership = leadership;
	}

	@Override
	public Leadership leadership() {
		return this.leadership;
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			this.leadership.workEnded();
		}
	}

}
