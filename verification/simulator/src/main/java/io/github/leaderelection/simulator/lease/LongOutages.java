package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * Fifty instances and a store that is away for ten leases: it answers nothing at all, and
 * then everything again.
 */
final class LongOutages {

	private static final int FIFTY = 50;

	private static final long AWAY = 10 * StoreStage.LEASE;

	/** As soon as that somebody leads again, and sooner where the record is known. */
	private static final long BOUND = 2 * StoreStage.LEASE + StoreStage.RETRY;

	/** Two retry intervals at most between two looks while nobody answers. */
	private static final long NEXT_LOOK = 2 * StoreStage.RETRY + 100 * StoreStage.MILLI;

	private LongOutages() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> silent, Map<String, Consumer<StoreStage>> telling) {
		silent.put("a store is away from fifty for ten leases", LongOutages::known);
		telling.put("a store that tells of changes is away from fifty for ten leases", LongOutages::known);
		silent.put("a store is away from fifty for ten leases, after a renewal that nobody has seen",
				LongOutages::unknown);
	}

	/** All have seen the record for long enough. Whoever looks first takes it. */
	private static void known(StoreStage stage) {
		List<LeaseProcess> nodes = nodes(stage);
		outage(stage, nodes, NEXT_LOOK);
	}

	/** The record is another than all have seen, and ages anew. */
	private static void unknown(StoreStage stage) {
		List<LeaseProcess> nodes = nodes(stage);
		LeaseProcess leader = nodes.get(0);
		LeaseRecord seen = Objects.requireNonNull(stage.store.record());
		leader.requests((request) -> (request instanceof Request.Renew) ? RequestFault.UNANSWERED : null);
		nodes.subList(1, FIFTY).forEach((waiter) -> waiter.requests((request) -> RequestFault.LOST));
		stage.until(() -> !seen.equals(stage.store.record()), StoreStage.LEASE, "the record is renewed");
		nodes.forEach((each) -> each.requests((request) -> null));
		outage(stage, nodes, BOUND);
	}

	private static List<LeaseProcess> nodes(StoreStage stage) {
		List<LeaseProcess> nodes = new ArrayList<>(List.of(stage.lead("a")));
		while (nodes.size() < FIFTY) {
			nodes.add(stage.start("w" + nodes.size()));
		}
		stage.pass(3 * StoreStage.SECOND + stage.within(StoreStage.LEASE));
		return nodes;
	}

	private static void outage(StoreStage stage, List<LeaseProcess> nodes, long bound) {
		stage.store.away(AWAY);
		long began = stage.now();
		stage.until(() -> !stage.isLed(), StoreStage.LEASE, "the leader leads to the end of its lease and no longer");
		stage.pass(AWAY - (stage.now() - began));
		stage.expect(stage.grants() == 1 && !stage.isLed(), "nobody leads while the store is away");
		stage.expect(nodes.stream().allMatch(LeaseProcess::isUp), "nobody exits");
		long asked = stage.store.requests();
		long takes = stage.store.takes();
		long took = stage.until(stage::isLed, bound, "somebody leads again within the bound");
		stage.expect(stage.store.requests() - asked <= FIFTY * (2 + took / (StoreStage.RETRY * 4 / 5)),
				"nobody asks more often because the store is back");
		stage.pass(StoreStage.LEASE);
		stage.expect(stage.leaders() == 1 && stage.mostLeaders() == 1 && stage.grants() == 2, "one leads, and on");
		stage.expect(stage.store.takes() - takes <= FIFTY / 10, "few try to take what one gets");
	}

}
