package io.github.leaderelection.simulator.lease;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * What becomes of renewals that a store tells of, and of those that it told of long ago.
 */
final class ToldRenewals {

	private static final long SECOND = StoreStage.SECOND;

	private static final long MILLI = StoreStage.MILLI;

	private static final long LEASE = StoreStage.LEASE;

	private static final int HUNDRED = 100;

	private ToldRenewals() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> telling) {
		telling.put("a hundred wait for a store that tells of changes, and nothing happens", ToldRenewals::idle);
		telling.put("a hundred wait for a store that tells of changes, and the leader is gone", ToldRenewals::gone);
		telling.put("a store tells for ever what was", ToldRenewals::whatWas);
		telling.put("a renewal is told after the release", ToldRenewals::tooLate);
		telling.put("a watch breaks, and the copy that was told last is put back", ToldRenewals::copyOfTheTold);
		telling.put("the copy that was read last is put back, and others were told since", ToldRenewals::copyOfTheRead);
	}

	/** A read each lease, and what is not told costs a few more. */
	private static void idle(StoreStage stage) {
		stage.lead("a");
		FairnessScenarios.waiters(stage, HUNDRED);
		stage.pass(LEASE);
		long before = stage.store.requests();
		stage.pass(60 * SECOND);
		long asked = stage.store.requests() - before;
		stage.expect(asked < 8 * HUNDRED, "a request each lease of each waiter, not " + asked + " a minute");
	}

	private static void gone(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		FairnessScenarios.waiters(stage, HUNDRED);
		stage.pass(3 * LEASE);
		long takes = stage.store.takes();
		stage.crash(leader);
		long took = stage.until(stage::isLed, LEASE + SECOND, "another leads a lease after the last renewal");
		stage.expect(took > LEASE / 2, "and not earlier");
		long before = stage.store.requests();
		stage.pass(SECOND);
		long asked = stage.store.requests() - before;
		stage.expect(asked <= 2 * HUNDRED, "no stampede of " + asked + " requests");
		takes = stage.store.takes() - takes;
		stage.expect(takes <= HUNDRED / 5, "few try to take what one gets, not " + takes);
	}

	/** Two renewals that others have followed since. */
	private static List<LeaseRecord> earlier(StoreStage stage) {
		stage.pass(LEASE);
		LeaseRecord first = Objects.requireNonNull(stage.store.record());
		stage.pass(3 * SECOND);
		LeaseRecord second = Objects.requireNonNull(stage.store.record());
		stage.pass(3 * SECOND);
		return List.of(first, second);
	}

	private static void whatWas(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		List<LeaseRecord> earlier = earlier(stage);
		stage.crash(leader);
		for (int told = 0; told < 5 * LEASE / 2 / SECOND && !next.leads(); told++) {
			stage.store.hint(earlier.get(told % 2));
			stage.passUntil(next::leads, SECOND);
		}
		stage.expect(next.leads(), "another leads whatever is told");
	}

	private static void tooLate(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		List<LeaseRecord> earlier = earlier(stage);
		leader.in(() -> leader.elector().resign());
		stage.until(() -> !leader.leads(), SECOND, "it gives up");
		boolean[] reads = new boolean[1];
		next.requests((request) -> {
			reads[0] |= request instanceof Request.Read;
			return null;
		});
		for (int told = 0; told < 40 && !next.leads(); told++) {
			stage.pass(MILLI);
			stage.store.hint(earlier.get(told % 2));
		}
		stage.expect(next.leads() && !reads[0], "the other one leads at once, by what was told of the release");
	}

	private static void copyOfTheTold(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		stage.start("b");
		stage.pass(LEASE);
		LeaseRecord told = Objects.requireNonNull(stage.store.record());
		stage.store.silence();
		stage.pass(3 * LEASE);
		putBack(stage, leader, told);
	}

	private static void copyOfTheRead(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(LEASE);
		boolean[] reads = new boolean[1];
		next.requests((request) -> {
			reads[0] |= request instanceof Request.Read;
			return null;
		});
		stage.until(() -> reads[0], LEASE + SECOND, "it reads");
		LeaseRecord read = Objects.requireNonNull(stage.store.record());
		stage.pass(LEASE - 2 * SECOND);
		putBack(stage, leader, read);
	}

	/** The leader goes on for a lease, and is not to see that its renewals are gone. */
	private static void putBack(StoreStage stage, LeaseProcess leader, LeaseRecord copy) {
		leader.requests((request) -> RequestFault.LOST);
		stage.store.lose(stage.store.writesSince(copy.version()));
		stage.until(() -> !leader.leads(), LEASE, "it leads to the end of its lease");
		stage.expect(stage.mostLeaders() == 1, "nobody leads beside it");
		stage.until(stage::isLed, 2 * LEASE, "another leads in the end");
	}

}
