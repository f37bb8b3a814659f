package io.github.leaderelection.autoconfigure.store;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.application.HandOverRehearsal;
import io.github.leaderelection.internal.runtime.Rehearsal;
import io.github.leaderelection.spi.LeaseStore;

/**
 * What nodes that lead by a lease rehearse: the election with a store in memory, and then
 * what their own store rehearses.
 */
final class LeaseRehearsal {

	/** Shared by all contexts of this process. */
	static final AtomicBoolean BEGUN = new AtomicBoolean();

	private LeaseRehearsal() {
	}

	static HandOverRehearsal once(List<LeaseStore> stores) {
		Runnable election = HandOverRehearsal.rounds(() -> rehearsal((request) -> {
		}));
		return new HandOverRehearsal(() -> true, BEGUN, () -> {
			election.run();
			stores.forEach(LeaseStore::rehearse);
		});
	}

	/**
	 * A rehearsal.
	 * @param asked sees every request to the store in memory
	 */
	static Rehearsal rehearsal(Consumer<LeaseStore.Request> asked) {
		return Rehearsal.byLease(Algorithm.named(Algorithm.LEASE).protocol(), asked);
	}

}
