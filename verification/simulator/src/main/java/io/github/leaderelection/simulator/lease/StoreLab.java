package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures what a fault costs instances that lead by a lease of ten seconds in a store,
 * of which each that waits looks each second.
 */
public enum StoreLab {

	/** The leader crashes. */
	CRASH(3, (stage, leader, first) -> stage.crash(leader)),

	/** The leader stops gracefully, and releases its lease. */
	STOP(3, (stage, leader, first) -> leader.stop()),

	/** The leader hands over to a member that it names. */
	TRANSFER(3, (stage, leader, first) -> leader.in(() -> leader.elector().transferTo(first.id()))),

	/** The store is away for half a lease to two and a half. */
	OUTAGE(3, (stage, leader, first) -> stage.store.away(StoreStage.LEASE / 2 + stage.within(2 * StoreStage.LEASE))),

	/** The leader stops gracefully, and fifty wait. */
	FIFTY_WAIT(51, (stage, leader, first) -> leader.stop());

	private static final double MILLI = StoreStage.MILLI;

	private final int instances;

	private final Strike strike;

	StoreLab(int instances, Strike strike) {
		this.instances = instances;
		this.strike = strike;
	}

	/** The name of the scenario. */
	public String title() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** How many instances there are. */
	public int instances() {
		return this.instances;
	}

	/**
	 * Measures one seed.
	 * @param seed decides at which moment of looks and renewals it happens, and latencies
	 */
	public Figures measure(long seed, boolean tells) {
		StoreStage stage = new StoreStage(seed, tells);
		LeaseProcess leader = stage.lead("a");
		List<LeaseProcess> waiters = new ArrayList<>();
		for (int i = 1; i < this.instances; i++) {
			waiters.add(stage.start("w" + i));
		}
		stage.pass(3 * StoreStage.SECOND + stage.within(StoreStage.LEASE));
		long before = stage.store.requests();
		stage.pass(60 * StoreStage.SECOND);
		double asked = (double) (stage.store.requests() - before) / this.instances;
		long takes = stage.store.takes();
		this.strike.on(stage, leader, waiters.get(0));
		long unled = 0;
		boolean lost = stage.passUntil(() -> !stage.isLed(), 4 * StoreStage.LEASE);
		if (lost) {
			unled = stage.until(stage::isLed, 4 * StoreStage.LEASE, "somebody leads again");
		}
		stage.pass(StoreStage.SECOND);
		return new Figures(unled / MILLI, asked, stage.store.takes() - takes,
				waiters.get(0).leads() && stage.leaders() == 1);
	}

	/**
	 * What happens to a leader while others wait, the first of whom may be named.
	 */
	private interface Strike {

		void on(StoreStage stage, LeaseProcess leader, LeaseProcess first);

	}

	/**
	 * What was measured under one seed.
	 *
	 * @param requests how many requests an instance sent in a minute before, on average
	 * @param takes how many tried to take the record
	 * @param named whether the first of those that waited leads, which a transfer names
	 */
	public record Figures(double unledMillis, double requests, long takes, boolean named) {
	}

}
