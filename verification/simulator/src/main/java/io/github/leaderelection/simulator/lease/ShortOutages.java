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
	 * After a renewal without answer a leader looks each 1.6 s, which a request takes at
	 * most: for the last time 6.4 s after that renewal.
	 */
	private static final long SURVIVED = 6_300 * StoreStage.MILLI;

	/** That is 8.4 s after the renewal before. */
	private static final long LOST = 8_500 * StoreStage.MILLI;

	private ShortOutages() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> silent) {
		silent.put("a store that is away for six tenths of a lease costs nothing",
				(stage) -> survived(stage, SURVIVED));
		silent.put("a store that is away for seven tenths of a lease less a long look costs nothing", (stage) -> {
			long looks = StoreStage.LEASE / 5;
			survived(stage.looking(looks), StoreStage.LEASE * 7 / 10 - looks * 6 / 5);
		});
		silent.put("a store that is away for nearly a lease costs leadership", ShortOutages::lost);
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
