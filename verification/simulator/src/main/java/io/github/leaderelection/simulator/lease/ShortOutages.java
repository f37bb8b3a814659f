package io.github.leaderelection.simulator.lease;

import java.util.Map;
import java.util.function.Consumer;

/**
 * A store that is away for less than a lease, again and again, from any moment between
 * two renewals: it answers nothing at all, and then everything again.
 */
final class ShortOutages {

	private static final int TIMES = 30;

	/**
	 * After a renewal without answer a leader looks twice before its lease ends, for the
	 * second time 4.8 s after that renewal at the earliest.
	 */
	private static final long SURVIVED = 4_700 * StoreStage.MILLI;

	/**
	 * That look comes 7.2 s after the renewal before at the latest, and none after it.
	 */
	private static final long LOST = 7_300 * StoreStage.MILLI;

	private ShortOutages() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> silent) {
		silent.put("a store that is away for less than half a lease costs nothing",
				(stage) -> survived(stage, SURVIVED));
		silent.put("a store that is away for half a lease less two long looks costs nothing", (stage) -> {
			long looks = StoreStage.LEASE / 5;
			survived(stage.looking(looks), StoreStage.LEASE / 2 - 2 * looks);
		});
		silent.put("a store that is away for three quarters of a lease costs leadership", ShortOutages::lost);
	}

	private static void survived(StoreStage stage, long away) {
		LeaseProcess leader = stage.lead("a");
		stage.start("b");
		for (int i = 0; i < TIMES; i++) {
			stage.pass(3 * StoreStage.SECOND + stage.within(StoreStage.LEASE));
			stage.store.away(away);
			stage.expect(!stage.passUntil(() -> !leader.leads(), StoreStage.LEASE), "the leader leads on");
		}
		stage.expect(stage.grants() == 1, "nobody else led");
	}

	private static void lost(StoreStage stage) {
		stage.lead("a");
		stage.start("b");
		for (int i = 0; i < TIMES; i++) {
			stage.pass(3 * StoreStage.SECOND + stage.within(StoreStage.LEASE));
			stage.store.away(LOST);
			stage.until(() -> !stage.isLed(), StoreStage.LEASE, "the leader's lease ends");
			stage.until(stage::isLed, StoreStage.LEASE, "one leads once the store is back");
			stage.expect(stage.mostLeaders() == 1, "one leads at a time");
		}
	}

}
