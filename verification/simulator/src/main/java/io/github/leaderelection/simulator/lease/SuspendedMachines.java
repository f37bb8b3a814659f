package io.github.leaderelection.simulator.lease;

import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * What happens where a machine is suspended: its monotonic clock stands still meanwhile.
 */
final class SuspendedMachines {

	private SuspendedMachines() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> scenarios) {
		scenarios.put("a machine is suspended between a take and its answer", SuspendedMachines::beforeTheAnswer);
		scenarios.put("a machine is suspended between a renewal and its answer", SuspendedMachines::beforeTheRenewal);
		scenarios.put("a machine is suspended for a fifth of a lease", SuspendedMachines::shortly);
		scenarios.put("a machine is suspended, and its wall clock falls back meanwhile", SuspendedMachines::fallsBack);
	}

	private static void suspendedAt(LeaseProcess process, Class<? extends Request> what) {
		process.requests((request) -> {
			if (what.isInstance(request)) {
				process.suspend(3 * StoreStage.LEASE, 0);
				process.requests((later) -> null);
			}
			return null;
		});
	}

	private static void beforeTheAnswer(StoreStage stage) {
		LeaseProcess former = stage.lead("a");
		LeaseProcess taker = stage.start("b");
		stage.pass(2 * StoreStage.SECOND);
		suspendedAt(taker, Request.Take.class);
		stage.crash(former);
		LeaseProcess next = stage.start("c");
		stage.until(next::leads, 4 * StoreStage.LEASE, "whoever is awake follows");
		stage.pass(3 * StoreStage.LEASE);
		stage.expect(next.leads() && stage.mostLeaders() == 1, "it leads alone");
	}

	private static void beforeTheRenewal(StoreStage stage) {
		LeaseProcess former = stage.lead("a");
		LeaseProcess next = stage.start("b");
		suspendedAt(former, Request.Renew.class);
		stage.until(next::leads, 3 * StoreStage.LEASE, "whoever is awake follows");
		stage.pass(3 * StoreStage.LEASE);
		stage.expect(next.leads() && stage.mostLeaders() == 1, "it leads alone");
	}

	private static void shortly(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		leader.suspend(StoreStage.LEASE / 5, 0);
		stage.pass(StoreStage.LEASE / 5);
		stage.expect(!leader.leads(), "nobody knows what became of its lease");
		stage.until(leader::leads, StoreStage.LEASE / 4, "it takes the record anew");
	}

	private static void fallsBack(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(StoreStage.SECOND);
		leader.suspend(StoreStage.LEASE * 13 / 10, StoreStage.LEASE * 6 / 10 / StoreStage.MILLI);
		stage.until(next::leads, 2 * StoreStage.LEASE, "whoever is awake follows");
		stage.pass(2 * StoreStage.LEASE);
		stage.expect(next.leads() && stage.mostLeaders() == 1, "it leads alone");
	}

}
